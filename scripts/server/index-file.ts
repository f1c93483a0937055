import type { Contract } from "../contract/model.ts";
import { banner, comment, isName } from "../print-code.ts";
import type { ServerNames } from "./names.ts";

const setup = "@throws {SetupError} where an authenticator is missing, or a handler without `partial`";

/** The package's entry: the plugin, the server, and everything that goes with them. */
export function printIndex(contract: Contract, { create, prefix }: ServerNames): string {
  const types = Object.keys(contract.schemas).filter(isName).sort();
  const lifecycles = contract.lifecycles.map(({ schema }) => schema.charAt(0).toLowerCase() + schema.slice(1));
  const notifying = contract.notifications.length > 0;
  const keyed = contract.operations.some(({ security }) => contract.securitySchemes[security ?? ""]?.apiKey);
  return `${banner}
import { bindings } from "./bindings.ts";
import { contract } from "./contract.ts";
import { requests } from "./checks/requests.js";
import type { Partial${prefix}ServerOptions, ${prefix}ServerOptions, StoreOf } from "./handlers.ts";
import { makeBodyCheck } from "../../../runtime/server/check-body.ts";
import { type ContractServer, createContractServer } from "../../../runtime/server/node/create-server.ts";
import type { ServerSettings } from "../../../runtime/server/node/settings.ts";
import type { AnyOptions } from "../../../runtime/server/options.ts";
import { makeRedactor } from "../../../runtime/server/redact.ts";

${comment([`Makes a server with every operation of ${contract.title}, ready to \`listen\`; \`close\` waits for requests that still run.`, setup])}export function ${create}<Company, Transaction = undefined>(
  options: Partial${prefix}ServerOptions<Company, Transaction> & StoreOf<Transaction>,
): Promise<ContractServer>;
export function ${create}<Company, Transaction = undefined>(
  options: ${prefix}ServerOptions<Company, Transaction> & StoreOf<Transaction>,
): Promise<ContractServer>;
export async function ${create}(options: object): Promise<ContractServer> {
  return createContractServer(bindings, options as AnyOptions & ServerSettings);
}

/** Copies what is logged without credentials and personal fields; for pino's \`formatters.log\`. */
export const redactLog = makeRedactor(contract.sensitive);

/** Checks a value as the body of an operation's requests. Returns what is wrong, or nothing. */
export const checkBody = makeBodyCheck(contract, requests);

export * from "./handlers.ts";
${lifecycles.length > 0 ? 'export * from "./lifecycles.ts";\n' : ""}${notifying ? 'export * from "./notifications.ts";\n' : ""}export type { components, operations, paths, webhooks } from "../../openapi/types.d.ts";
export { SetupError } from "../../../runtime/server/check-setup.ts";
export type {
${keyed ? "  ApiKeyAuthenticator,\n" : ""}  Authentication,
  BasicAuthenticator,
  BasicCredentials,
  BearerAuthenticator,
  Refused,
} from "../../../runtime/server/credentials.ts";

export type { Docs, Reference } from "../../../runtime/server/docs.ts";
export { DeadlineError } from "../../../runtime/server/deadline.ts";
export type { Authenticated, ServerRequest } from "../../../runtime/server/exchange.ts";
export type { Context, Handler, OperationShape, Reply } from "../../../runtime/server/handler-types.ts";
export {
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  type StoredResponse,
  type Work,
} from "../../../runtime/server/idempotency.ts";
export { type Lifecycle, TransitionError } from "../../../runtime/server/lifecycle.ts";
export type { Logger, LoggerSettings } from "../../../runtime/server/logger.ts";
export type { TrustProxy } from "../../../runtime/server/node/client-address.ts";
export type { ContractServer } from "../../../runtime/server/node/create-server.ts";
export type { ServerSettings, Timeouts } from "../../../runtime/server/node/settings.ts";
export type { Observe, ObservedOperation, RequestEvent, RequestObserver } from "../../../runtime/server/observe.ts";
export type { CommonOptions, InvalidResponse, InvalidValue } from "../../../runtime/server/options.ts";
export {
  MemoryRateLimitStore,
  type RateLimitHit,
  type RateLimitState,
  type RateLimitStore,
} from "../../../runtime/server/rate-limit.ts";
export type { Result } from "../../../runtime/server/result.ts";
export type { SignatureRule, SigningOptions } from "../../../runtime/server/signature.ts";
export type { Violation } from "../../../runtime/server/violations.ts";
export type {
${types.map((name) => `  ${name},`).join("\n")}
} from "./types.ts";
`;
}
