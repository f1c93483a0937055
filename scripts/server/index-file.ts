import type { Contract } from "../contract/model.ts";
import { banner, comment, isName } from "../print-code.ts";
import type { ServerNames } from "./names.ts";

const setup = "@throws {SetupError} where an authenticator is missing, or a handler without `partial`";

/** The package's entry: the plugin, the server, and everything that goes with them. */
export function printIndex(contract: Contract, { plugin, create, prefix }: ServerNames): string {
  const types = Object.keys(contract.schemas).filter(isName).sort();
  const lifecycles = contract.lifecycles.map(({ schema }) => schema.charAt(0).toLowerCase() + schema.slice(1));
  const notifying = contract.notifications.length > 0;
  return `${banner}
import type { Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";
import { contract } from "./contract.ts";
import { requests } from "./checks/requests.js";
import type { ${prefix}PluginOptions, ${prefix}ServerOptions } from "./handlers.ts";
import { makeBodyCheck } from "../../../runtime/server/check-body.ts";
import type { AnyOptions } from "../../../runtime/server/options.ts";
import { registerContract } from "../../../runtime/server/plugin.ts";
import { makeRedactor } from "../../../runtime/server/redact.ts";
import type { ResponseChecks } from "../../../runtime/server/rules.ts";
import { createContractServer, makeFastifyOptions, prepareServer, type ServerSettings } from "../../../runtime/server/server.ts";

const loadResponses = async (): Promise<ResponseChecks> => (await import("./checks/responses.js")).responses;
const bindings = { contract, requests, loadResponses };

${comment([`Fastify plugin: adds every operation of ${contract.title} to an instance.`, setup])}export async function ${plugin}<Company, Transaction = undefined>(
  app: FastifyInstance,
  options: ${prefix}PluginOptions<Company, Transaction>,
): Promise<void> {
  await registerContract(app, bindings, options as unknown as AnyOptions);
}

${comment(["Makes a server of its own, ready to `listen`; `close` waits for requests that still run.", setup])}export async function ${create}<Company, Transaction = undefined>(
  options: ${prefix}ServerOptions<Company, Transaction>,
): Promise<FastifyInstance> {
  return createContractServer(bindings, options as unknown as AnyOptions & ServerSettings);
}

/** Fastify's options for those who make the instance themselves and register \`${plugin}\` on it. */
export function fastifyOptions(settings: ServerSettings = {}): FastifyHttpOptions<Server> {
  return makeFastifyOptions(contract, settings);
}

/** Does the rest for them: the server answers tunnels and expectations too, and \`close\` leaves no connection open. */
export function prepareInstance(app: FastifyInstance, clock?: () => number): void {
  prepareServer(app, contract, clock);
}

/** Copies what is logged without credentials and personal fields; for pino's \`formatters.log\`. */
export const redactLog = makeRedactor(contract.sensitive);

/** Checks a value as the body of an operation's requests. Returns what is wrong, or nothing. */
export const checkBody = makeBodyCheck(contract, requests);

export * from "./handlers.ts";
${lifecycles.length > 0 ? 'export * from "./lifecycles.ts";\n' : ""}${notifying ? 'export * from "./notifications.ts";\n' : ""}export type { components, operations, paths, webhooks } from "../../openapi/types.d.ts";
export type { Answer } from "../../../runtime/server/answer.ts";
export { SetupError } from "../../../runtime/server/check-boot.ts";
export type {
  Authenticated,
  Authentication,
  BasicAuthenticator,
  BasicCredentials,
  BearerAuthenticator,
  Refused,
} from "../../../runtime/server/credentials.ts";
export type { Context, Handler, OperationShape, Reply } from "../../../runtime/server/handler-types.ts";
export {
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  type StoredAnswer,
  type Work,
} from "../../../runtime/server/idempotency.ts";
export { type Lifecycle, TransitionError } from "../../../runtime/server/lifecycle.ts";
export type { Breach, CommonOptions, Misfit } from "../../../runtime/server/options.ts";
export {
  MemoryRateLimitStore,
  type RateLimitHit,
  type RateLimitState,
  type RateLimitStore,
} from "../../../runtime/server/rate-limit.ts";
export type { ServerSettings, Timeouts } from "../../../runtime/server/server.ts";
export type { SigningOptions } from "../../../runtime/server/signature.ts";
export type { Violation } from "../../../runtime/server/violations.ts";
export type {
${types.map((name) => `  ${name},`).join("\n")}
} from "./types.ts";
`;
}
