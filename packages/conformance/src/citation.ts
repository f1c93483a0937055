import { type CheckName, checks } from "./checks.ts";
import type { Contract, Operation } from "./contract.ts";

/** Pointer to the part of the contract that a check enforces on an operation or an event. */
export function citationOf(contract: Contract, check: CheckName, subject: string, status: number | undefined): string {
  const { cites } = checks[check];
  if (cites.startsWith("error ")) {
    const index = contract.errors.findIndex(({ causes }) => causes?.includes(cites.slice("error ".length)));
    return `#/x-error-catalogue/${index}`;
  }
  const issuer = contract.operations.find(({ token }) => token)?.id ?? "";
  const operation = contract.operations.find(({ id }) => id === (cites.startsWith("issuer") ? issuer : subject));
  if (cites === "lifecycle") {
    const { schema } = contract.lifecycles.find((one) => one.subject === subject) ?? contract.lifecycles[0] ?? {};
    return `#/components/schemas/${schema}/x-lifecycle`;
  }
  if (cites.startsWith("#")) return cites;
  const event = contract.notifications.find((one) => one.event === subject)?.event;
  const place = operation
    ? `#/paths/${operation.path.replaceAll("~", "~0").replaceAll("/", "~1")}/${operation.method.toLowerCase()}`
    : event === undefined
      ? "#/paths"
      : `#/webhooks/${event}/post`;
  // What a status has no response for, and what has no body or header, is held against all of the operation.
  const inner = cites.replace(/^(@|issuer)/, "").replace("{status}", String(status));
  return operation && has(operation, inner) ? place + inner : place;
}

function has(operation: Operation, inner: string): boolean {
  const [, part, name] = inner.split("/");
  if (part === "responses") return name === undefined || operation.responses.some((one) => String(one.status) === name);
  if (part === "requestBody") return operation.body !== undefined;
  if (part === "parameters") return operation.parameters.length > 0;
  if (part === "x-rate-limit") return operation.rateLimit !== undefined;
  if (part === "x-idempotency") return operation.idempotency !== undefined;
  if (part === "x-token") return operation.token !== undefined;
  return part === "security";
}
