import { step } from "@packages/contract/src/pointer.ts";
import table from "./checks.json" with { type: "json" };
import type { Contract, Operation } from "./contract.ts";

/** What a check is about; the guide groups them so. */
export type CheckGroup =
  | "exchange"
  | "request"
  | "consistency"
  | "behaviour"
  | "notifications"
  | "generated";

/** What a finding endangers, the worst first. */
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
  /** What it requires of a server, in one sentence. */
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

/**
 * Pointer to the part of the contract that a check enforces on an operation or an event.
 *
 * @param cites of the check's statement
 */
export function citationOf(
  contract: Contract,
  cites: string,
  subject: string,
  status: number | undefined,
): string {
  if (cites.startsWith("error ")) {
    const index = contract.errors.findIndex(({ causes }) =>
      causes?.includes(cites.slice("error ".length)),
    );
    return `#/x-error-catalogue/${index}`;
  }
  const issuer = contract.operations.find(({ token }) => token)?.id ?? "";
  const operation = contract.operations.find(
    ({ id }) => id === (cites.startsWith("issuer") ? issuer : subject),
  );
  if (cites === "lifecycle") {
    const { schema } =
      contract.lifecycles.find((one) => one.subject === subject) ?? contract.lifecycles[0] ?? {};
    return `#/components/schemas/${schema}/x-lifecycle`;
  }
  if (cites.startsWith("#")) return cites;
  const event = contract.notifications.find((one) => one.event === subject)?.event;
  const place = operation
    ? `${step("#/paths", operation.path)}/${operation.method.toLowerCase()}`
    : event === undefined
      ? "#/paths"
      : `#/webhooks/${event}/post`;
  // What a status has no response for, and what has no body or header, is checked against the whole operation.
  const inner = cites.replace(/^(@|issuer)/, "").replace("{status}", String(status));
  return operation && has(operation, inner) ? place + inner : place;
}

function has(operation: Operation, inner: string): boolean {
  const [, part, name] = inner.split("/");
  if (part === "responses")
    return name === undefined || operation.responses.some((one) => String(one.status) === name);
  if (part === "requestBody") return operation.body !== undefined;
  if (part === "parameters") return operation.parameters.length > 0;
  if (part === "x-rate-limit") return operation.rateLimit !== undefined;
  if (part === "x-idempotency") return operation.idempotency !== undefined;
  if (part === "x-token") return operation.token !== undefined;
  return part === "security";
}
