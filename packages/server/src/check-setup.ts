import type { ContractTable, OperationEntry, SecurityRequirement } from "./contract-table.ts";
import type { AnyOptions } from "./options.ts";

/** A server that cannot start as it was set up. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

/**
 * Finds missing parts before the first request does.
 *
 * @returns ids of the operations without a handler
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export function checkSetup({ operations }: ContractTable, options: AnyOptions): string[] {
  const { authenticators = {}, handlers = {}, scopes = {}, partial, clock } = options;
  if (clock) checkClock(clock);
  const problems: string[] = [];
  for (const [name, kind] of new Map(
    operations.flatMap(listSchemes).map((scheme) => [scheme.name, scheme.kind]),
  )) {
    if (typeof authenticators[name] === "function") continue;
    const ids = operations
      .filter((one) => listSchemes(one).some((scheme) => scheme.name === name))
      .map(({ id }) => id);
    problems.push(
      `No authenticator for ${name} (${kind === "apiKey" ? "API key" : `HTTP ${kind}`}), which ${ids.join(", ")} ${ids.length === 1 ? "needs" : "need"}: give \`authenticators.${name}\`.`,
    );
  }
  for (const scope of listOwnScopes(operations)) {
    if (typeof scopes[scope] === "function") continue;
    problems.push(`No function for scope \`${scope}\`: set option \`scopes.${scope}\`.`);
  }
  const ids = operations.map(({ id }) => id);
  const missing = ids.filter((id) => handlers[id] === undefined);
  if (missing.length > 0 && !partial) {
    problems.push(
      `No handler for ${missing.join(", ")}: give them, or \`partial: true\` to answer them with 501.`,
    );
  }
  for (const [id, handler] of Object.entries(handlers)) {
    if (!ids.includes(id)) problems.push(`The contract has no operation ${id}.`);
    else if (handler !== undefined && typeof handler !== "function")
      problems.push(`No function: \`handlers.${id}\`.`);
  }
  if (problems.length > 0) throw new SetupError(problems.join("\n"));
  return missing;
}

/** The parts of an operation that have scopes. */
interface ScopedOperation {
  readonly rateLimit?: { readonly scope: readonly string[] } | null;
  readonly idempotency?: { readonly scope: string } | null;
}

/** The scopes of limits and idempotency keys whose value the server does not know: the option `scopes` has to return it. */
export function listOwnScopes(operations: readonly ScopedOperation[]): string[] {
  const ofLimits = operations.flatMap(({ rateLimit }) => rateLimit?.scope ?? []);
  const ofKeys = operations.flatMap(({ idempotency }) => idempotency?.scope ?? []);
  const all = new Set([...ofLimits, ...ofKeys.filter((scope) => scope !== "caller")]);
  return [...all].filter((scope) => scope !== "ip" && scope !== "apiKey");
}

/** The security schemes that an operation may be called by. */
function listSchemes({ security, otherRequirements = [] }: OperationEntry): SecurityRequirement[] {
  const requirements = [security, ...otherRequirements].filter((one) => one !== null);
  return requirements.flatMap((one) => [one, ...(one.also ?? [])]);
}

/** @throws {SetupError} if a clock does not give epoch milliseconds */
export function checkClock(clock: () => number): void {
  const now = clock();
  if (Number.isFinite(new Date(now).getTime()) && typeof now === "number") return;
  throw new SetupError(`\`clock\` gives ${String(now)}, and has to give epoch milliseconds.`);
}
