import { banner, commented, literal } from "../print-code.ts";
import type { ClientModel } from "./client-model.ts";
import { printResult } from "./print-client.ts";

/** The main module: what `import … from "<package>"` gives. */
export function printIndex(client: ClientModel): string {
  const { prefix, contract, groups, money } = client;
  const waited = groups.flatMap(({ waits }) => waits).map(({ lookup }) => printResult(lookup));
  const statuses = contract.lifecycles.map(({ schema }) => schema);
  const finals = finalStatuses(client);
  return `${banner}import { ApiError, type ApiErrorFacts } from "../../../packages/client/src/errors/api-error.ts";
import { ClientError, type ErrorFacts } from "../../../packages/client/src/errors/client-error.ts";
import type { ErrorClass } from "../../../packages/client/src/errors/error-class.ts";
import { WaitEndedError as Ended } from "../../../packages/client/src/errors/wait-ended-error.ts";
import { WaitTimeoutError as Expired } from "../../../packages/client/src/errors/wait-timeout-error.ts";
${money ? `import { formatMoney } from "../../../packages/client/src/format-money.ts";\n` : ""}import type { ${[...new Set([...waited.filter((type) => /^\w+$/.test(type)), ...statuses, `${prefix}ApiError as AnyApiError`])].join(", ")} } from "./types.ts";

export * from "./client.ts";
export { AbortedError } from "../../../packages/client/src/errors/aborted-error.ts";
export type { ApiError, ApiErrorFacts } from "../../../packages/client/src/errors/api-error.ts";
export type { ErrorFacts, Outcome, Scope } from "../../../packages/client/src/errors/client-error.ts";
export type { ErrorClass } from "../../../packages/client/src/errors/error-class.ts";
export { ConnectionError } from "../../../packages/client/src/errors/connection-error.ts";
export { InvalidRequestError } from "../../../packages/client/src/errors/invalid-request-error.ts";
export { TimeoutError } from "../../../packages/client/src/errors/timeout-error.ts";
export { InvalidResponseError } from "../../../packages/client/src/errors/invalid-response-error.ts";
export { imageDataUrl } from "../../../packages/client/src/image-data-url.ts";
export type { Call, CallResult } from "../../../packages/client/src/call.ts";
export type * from "../../../packages/client/src/options.ts";
export { type KeyStore, type KeyUse, memoryKeyStore } from "../../../packages/client/src/key-store.ts";
export type { StoredToken, TokenStore } from "../../../packages/client/src/token-store.ts";
export type { RateLimitState } from "../../../packages/client/src/rate-limits.ts";
export type { Wait, WaitOptions } from "../../../packages/client/src/wait.ts";
export type * from "./types.ts";

/** An error that the service answered with; testing its \`code\` gives \`details\` their type. */
export type ${prefix}ApiError = AnyApiError;

/**
 * An error that the service answered with.
 *
 * @example
 * if (error instanceof ${prefix}ApiError && error.code === ${commented(literal(contract.errors[0]?.code ?? ""))}) console.warn(error.details);
 */
export const ${prefix}ApiError: ErrorClass<AnyApiError, ApiErrorFacts> = ApiError as unknown as ErrorClass<AnyApiError, ApiErrorFacts>;

/** Any error of this client. */
export type ${prefix}Error = ClientError;

/**
 * Any error of this client.
 *
 * @example
 * if (error instanceof ${prefix}Error && error.outcome === "unknown") await repeatLater(error.idempotencyKey);
 */
export const ${prefix}Error: ErrorClass<ClientError, ErrorFacts> = ClientError as unknown as ErrorClass<ClientError, ErrorFacts>;

/** The time of a wait ran out; \`last\` is the object as it was last seen. */
export type WaitTimeoutError = Expired<${union(waited)}>;

/** The time of a wait ran out; \`last\` is the object as it was last seen. */
export const WaitTimeoutError: ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">> = Expired as unknown as ErrorClass<WaitTimeoutError, ErrorFacts & Pick<WaitTimeoutError, "last">>;

/** What was waited for will not come; \`last\` is the object as it ended. */
export type WaitEndedError = Ended<${union(waited)}>;

/** What was waited for will not come; \`last\` is the object as it ended. */
export const WaitEndedError: ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">> = Ended as unknown as ErrorClass<WaitEndedError, ErrorFacts & Pick<WaitEndedError, "last" | "status">>;

/**
 * Whether nothing leaves a status. One that this version does not know is not final.
 *
 * @example
 * if (isFinal(data.status)) close(data.id);
 */
export function isFinal(status: ${union(statuses)}): boolean {
  return ${literal(finals)}.includes(status);
}
${money ? printMoney(money) : ""}`;
}

/** Statuses that are final wherever they occur. */
export function finalStatuses({ contract: { lifecycles } }: ClientModel): string[] {
  const final = new Set(lifecycles.flatMap((lifecycle) => lifecycle.final));
  const passing = lifecycles.flatMap((one) =>
    Object.keys(one.statuses).filter((status) => !one.final.includes(status)),
  );
  return [...final].filter((status) => !passing.includes(status));
}

function printMoney({ currency, locale }: { currency: string; locale: string }): string {
  return `
/**
 * An amount in the smallest unit of ${currency}, as people write it.
 *
 * @throws {TypeError} where the amount is no whole number
 * @example
 * formatAmount(4990); // ${JSON.stringify(example(currency, locale))}
 */
export function formatAmount(amount: number, locale: string = ${literal(locale)}): string {
  return formatMoney(amount, ${literal(currency)}, ${digits(currency)}, locale);
}
`;
}

function digits(currency: string): number {
  return new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 0;
}

function example(currency: string, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "currency", currency }).format(49.9).replaceAll("\u00a0", " ");
}

function union(types: string[]): string {
  return [...new Set(types)].join(" | ") || "never";
}
