import type { AnyOptions } from "./options.ts";
import type { ContractRules, OperationRule, SecurityRule } from "./rules.ts";

/** A server that cannot start as it was set up. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

/**
 * Finds what is missing before the first request does.
 *
 * @returns ids of the operations without a handler
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export function checkSetup(contract: ContractRules, options: AnyOptions): string[] {
  const { authenticators, handlers, partial } = options;
  const schemes = new Map(contract.operations.flatMap(alternativesOf).map(({ name, kind }) => [name, kind] as const));
  if (options.clock) checkClock(options.clock);
  const problems: string[] = [];
  for (const [name, kind] of schemes) {
    if (typeof authenticators?.[name] === "function") continue;
    const operations = contract.operations
      .filter((one) => alternativesOf(one).some((way) => way.name === name))
      .map(({ id }) => id);
    problems.push(
      `No authenticator for ${name} (${kind === "apiKey" ? "API key" : `HTTP ${kind}`}), which ${operations.join(", ")} ${operations.length === 1 ? "needs" : "need"}: give \`authenticators.${name}\`.`,
    );
  }
  const counted = new Set(contract.operations.flatMap(({ rateLimit }) => rateLimit?.scope ?? []));
  for (const scope of counted) {
    if (scope === "ip" || scope === "apiKey" || typeof options.rateLimitScopes?.[scope] === "function") continue;
    problems.push(`Nothing says what the limits by ${scope} count: give \`rateLimitScopes.${scope}\`.`);
  }
  const given = Object.entries(handlers ?? {}).filter(([, handler]) => handler !== undefined);
  const broken = given.filter(([, handler]) => typeof handler !== "function").map(([id]) => id);
  if (broken.length > 0) problems.push(`No function: ${broken.map((id) => `\`handlers.${id}\``).join(", ")}.`);
  const missing = contract.operations.map(({ id }) => id).filter((id) => handlers?.[id] === undefined);
  if (missing.length > 0 && !partial) {
    problems.push(`No handler for ${missing.join(", ")}: give them, or \`partial: true\` to answer them with 501.`);
  }
  const known = new Set(contract.operations.map(({ id }) => id));
  const unknown = Object.keys(handlers ?? {}).filter((id) => !known.has(id));
  if (unknown.length > 0) problems.push(`The contract has no operation ${unknown.join(", ")}.`);
  if (problems.length > 0) throw new SetupError(problems.join("\n"));
  return missing;
}

/** The security schemes that an operation may be called by. */
function alternativesOf({ security, otherWays = [] }: OperationRule): SecurityRule[] {
  return [security, ...otherWays].filter((way) => way !== null);
}

/** @throws {SetupError} if a clock does not give epoch milliseconds */
export function checkClock(clock: () => number): void {
  const now = clock();
  if (Number.isFinite(new Date(now).getTime()) && typeof now === "number") return;
  throw new SetupError(`\`clock\` gives ${String(now)}, and has to give epoch milliseconds.`);
}
