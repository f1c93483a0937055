import table from "./checks.json" with { type: "json" };

/** The subject of a check; the guide groups checks by it. */
export type CheckGroup =
  | "exchange"
  | "request"
  | "consistency"
  | "behaviour"
  | "notifications"
  | "generated";

/** The area that a finding endangers, the worst first. */
export const areas = ["money", "security", "behaviour", "notifications", "form"] as const;

export type Area = (typeof areas)[number];

export interface CheckStatement {
  area: Area;
  /**
   * The part of the contract that it enforces: a pointer into the OpenAPI document, `@` standing for the operation or
   * the notification, `{status}` for the status of the response; `error CAUSE` for an entry of the error catalogue.
   */
  cites: string;
  group: CheckGroup;
  /** Its requirement of a server, in one sentence. */
  about: string;
  /** The check of Schemathesis that is nearest to it. */
  schemathesis?: string;
}

/** Every check that is made for any contract. The report, the guide, `--only` and `--skip` know them by these names. */
export const checks = table as Readonly<Record<keyof typeof table, CheckStatement>>;

declare const own: unique symbol;

/** Name of a check that a profile adds. */
export type OwnCheck = string & { readonly [own]: true };

export type CheckName = keyof typeof table | OwnCheck;
