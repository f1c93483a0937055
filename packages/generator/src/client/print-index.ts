import { banner, commented, literal } from "../print-code.ts";
import type { ClientModel } from "./client-model.ts";

/** The main module, for `import … from "<package>"`. */
export function printClientIndex(client: ClientModel): string {
  const { prefix, contract } = client;
  return `${banner}import { ApiError, type ApiErrorFacts, ClientError, type ErrorClass, type ErrorFacts, nameClass } from "@packages/client/src/errors.ts";
import type { ${prefix}ApiError as AnyApiError } from "./types.ts";

export * from "./client.ts";
export {
  AbortedError,
  type ApiError,
  type ApiErrorFacts,
  ConnectionError,
  type ErrorClass,
  type ErrorFacts,
  InvalidRequestError,
  InvalidResponseError,
  type Outcome,
  type Scope,
  TimeoutError,
} from "@packages/client/src/errors.ts";
export type { Call, CallResult } from "@packages/client/src/call.ts";
${contract.operations.some(({ pages }) => pages) ? 'export type { PagedCall } from "@packages/client/src/pages.ts";\n' : ""}export type { Agent, AttemptStartEvent, BasicCredentials, CallEvent, CallOptions, ClientOptions, Credential, EndEvent, Fetch, Hooks, HooksFromWatch, KeyedCallOptions, Mismatch, RetryEvent, RetryOptions, StoredToken, TokenDelayEvent, TokenStore, WatchedCall, WatchedEvent } from "@packages/client/src/options.ts";
export { type KeyStore, type KeyUse, memoryKeyStore } from "@packages/client/src/key-store.ts";
export type * from "./types.ts";

/** An error that the service answered with; testing its \`code\` gives \`details\` their type. */
export type ${prefix}ApiError = AnyApiError;

/**
 * An error that the service answered with.
 *
 * @example
 * if (error instanceof ${prefix}ApiError && error.code === ${commented(literal(contract.errors[0]?.code ?? ""))}) console.warn(error.details);
 */
export const ${prefix}ApiError: ErrorClass<AnyApiError, ApiErrorFacts> = /* @__PURE__ */ nameClass(ApiError as unknown as ErrorClass<AnyApiError, ApiErrorFacts>, ${literal(`${prefix}ApiError`)});

/** Any error of this client. */
export type ${prefix}Error = ClientError;

/**
 * Any error of this client.
 *
 * @example
 * if (error instanceof ${prefix}Error && error.outcome === "unknown") await repeatLater(error.idempotencyKey);
 */
export const ${prefix}Error: ErrorClass<ClientError, ErrorFacts> = /* @__PURE__ */ nameClass(ClientError as unknown as ErrorClass<ClientError, ErrorFacts>, ${literal(`${prefix}Error`)});
`;
}

/** The module with helpers for received values. */
export function printHelpers(client: ClientModel): string {
  const { contract, money } = client;
  const statuses = [...new Set(contract.lifecycles.map(({ schema }) => schema))];
  return `${banner}${money ? `import { formatMoney } from "@packages/client/src/format-money.ts";\n` : ""}${statuses.length > 0 ? `import type { ${statuses.toSorted().join(", ")} } from "./types.ts";\n` : ""}
export { imageDataUrl } from "@packages/client/src/image-data-url.ts";

/**
 * Whether nothing leaves a status. One that this version does not know is not final.
 *
 * @example
 * if (isFinal(data.status)) close(data.id);
 */
export function isFinal(status: ${statuses.join(" | ") || "never"}): boolean {
  return ${literal(statusesFinalEverywhere(client))}.includes(status);
}
${money ? printMoney(money) : ""}`;
}

/** Statuses that are final wherever they occur. */
export function statusesFinalEverywhere({ contract: { lifecycles } }: ClientModel): string[] {
  const final = new Set(lifecycles.flatMap((lifecycle) => lifecycle.final));
  const passing = lifecycles.flatMap((one) =>
    Object.keys(one.statuses).filter((status) => !one.final.includes(status)),
  );
  return [...final].filter((status) => !passing.includes(status));
}

function printMoney({ currency, locale }: { currency: string; locale: string }): string {
  const format = new Intl.NumberFormat(locale, { style: "currency", currency });
  return `
/**
 * An amount in the smallest unit of ${currency}, as people write it.
 *
 * @throws {TypeError} if the amount is not a whole number
 * @example
 * formatAmount(4990); // ${JSON.stringify(format.format(49.9).replaceAll("\u00a0", " "))}
 */
export function formatAmount(amount: number, locale: string = ${literal(locale)}): string {
  return formatMoney(amount, ${literal(currency)}, ${format.resolvedOptions().maximumFractionDigits ?? 0}, locale);
}
`;
}
