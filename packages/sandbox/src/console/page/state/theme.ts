import { effect, signal } from "@preact/signals";
import { keep, recall } from "./keep.ts";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

const isTheme = (value: string | undefined): value is Theme => themes.some((known) => known === value);

const chosen = recall("local", "theme");

export const theme = signal<Theme>(isTheme(chosen) ? chosen : "system");

export function chooseTheme(value: string): void {
  if (!isTheme(value)) return;
  theme.value = value;
  keep("local", "theme", value);
}

effect(() => {
  document.documentElement.dataset.theme = theme.value;
});
