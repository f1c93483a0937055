/** The pages, in the order of the menu. */
export const views = [
  "charges",
  "transfers",
  "notifications",
  "webhooks",
  "requests",
  "clock",
  "faults",
  "settings",
  "triggers",
  "credentials",
] as const;
export type View = (typeof views)[number];

/** The languages, as the browser names them. */
export const languages = ["pt-BR", "en"] as const;
export type Language = (typeof languages)[number];
