import type { Contract } from "@packages/contract/src/model.ts";
import type { Files } from "../output.ts";
import { banner, comment, literal } from "../print-code.ts";
import type { ServerNames } from "./names.ts";

/** The docstring's list of errors that making a server may throw. */
export const setup =
  "@throws {SetupError} if an authenticator is missing, or a handler without `partial`";

/** The modules that bind the runtime to the contract, and the entries for further frameworks and for databases. */
export function printAdapters(contract: Contract, names: ServerNames): Files {
  return {
    "src/bindings.ts": printBindings(),
    "src/fastify.ts": printFastify(contract, names),
    "src/express.ts": printExpress(contract, names),
    "src/fetch.ts": printFetch(contract, names),
    "src/postgres.ts": `${banner}\nexport * from "@packages/server/src/stores/postgres.ts";\n`,
    "src/opentelemetry.ts": `${banner}\nexport * from "@packages/server/src/observe/opentelemetry.ts";\n`,
    "src/redis.ts": `${banner}\nexport * from "@packages/server/src/stores/redis.ts";\n`,
    ...(hasNotifier(contract) && { "src/notifier.ts": printNotifier(contract, names) }),
  };
}

/** Whether a contract describes how notifications are delivered and signed. */
export function hasNotifier({ delivery, signature, notifications }: Contract): boolean {
  return delivery !== undefined && signature !== undefined && notifications.length > 0;
}

function printNotifier({ title, delivery }: Contract, { notifier }: ServerNames): string {
  const { timeout, schedule, jitter, disabledAfter } = delivery as NonNullable<typeof delivery>;
  const rule = { timeout, schedule, jitter, disabledAfter };
  const what = `Makes a notifier of ${title}: what it is given in a transaction is delivered at least once, signed, by the contract's schedule.`;
  return `${banner}
import { bindings } from "./bindings.ts";
import { makeNotifier, type NotificationRules, type Notifier, type NotifierOptions } from "@packages/server/src/notifier/notifier.ts";
import { type ActiveReceiver, type EventOccurrence, buildNotificationRows } from "@packages/server/src/notifier/write.ts";
import type { NotificationRow } from "@packages/server/src/notifier/tables.ts";
import { makeNotificationWriter } from "@packages/server/src/request/check-body.ts";
import { type NotificationBodies, signatureRule } from "./notifications.ts";

export * from "@packages/server/src/notifier/entry.ts";

const rules: NotificationRules = { delivery: ${literal(rule)}, signature: signatureRule, bindings };

${comment([what])}export function ${notifier}<Transaction>(
  options: NotifierOptions<Transaction>,
): Notifier<Transaction, NotificationBodies> {
  return makeNotifier(rules, options);
}

const write = makeNotificationWriter(bindings);

/**
 * Makes the rows of a change's notifications, for a server that writes them by itself.
 *
 * @param make \`now\`: epoch milliseconds; \`makeId\`: of a notification
 * @throws {InvalidNotificationError} if a body breaks the contract
 */
export function makeNotificationRows(
  receivers: readonly ActiveReceiver[],
  change: EventOccurrence,
  make: { now: number; makeId(): string },
): NotificationRow[] {
  return buildNotificationRows(receivers, change, { ...make, write });
}
`;
}

function printBindings(): string {
  return `${banner}
import { formats } from "./all-formats.ts";
import { checks } from "./checks/table.js";
import { contract } from "./contract.ts";
import type { Bindings } from "@packages/server/src/service.ts";

/** The parts of the contract that a server needs. */
export const bindings: Bindings = { contract, checks, formats };
`;
}

function printFastify({ title }: Contract, { plugin, madePlugin, prefix }: ServerNames): string {
  return `${banner}
import type { Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance, FastifyPluginAsync } from "fastify";
import { bindings } from "./bindings.ts";
import { contract } from "./contract.ts";
import type { Given${prefix}Options, StoreOf } from "./handlers.ts";
import { type FastifySettings, makeFastifyOptions, prepareInstance as prepare } from "@packages/server/src/hosts/fastify/options.ts";
import type { Timeouts } from "@packages/server/src/hosts/node/settings.ts";
import { registerContract } from "@packages/server/src/hosts/fastify/plugin.ts";

export type { FastifySettings } from "@packages/server/src/hosts/fastify/options.ts";

${comment([`Fastify plugin: adds every operation of ${title} to an instance.`, setup])}export async function ${plugin}<Caller, Transaction = undefined, Part extends boolean = false>(
  app: FastifyInstance,
  options: Given${prefix}Options<Caller, Transaction, Part> & StoreOf<Transaction>,
): Promise<void> {
  await registerContract(app, bindings, options as never);
}

/**
 * The same plugin with its options: \`app.register(${madePlugin}({ … }))\` infers the caller's type from the authenticators, which
 * \`register\` cannot set by itself.
 */
export function ${madePlugin}<Caller, Transaction = undefined, Part extends boolean = false>(
  options: Given${prefix}Options<Caller, Transaction, Part> & StoreOf<Transaction>,
): FastifyPluginAsync {
  return async function ${plugin}(app) {
    await registerContract(app, bindings, options as never);
  };
}

/** Fastify's options for the instance: failures before there is a request have the contract's shape too. */
export function fastifyOptions(settings: FastifySettings = {}): FastifyHttpOptions<Server> {
  return makeFastifyOptions(contract, settings);
}

/** Also handles CONNECT and Expect, and makes \`close\` wait for connections with a pending request. */
export function prepareInstance(app: FastifyInstance, settings: { clock?: () => number; timeouts?: Timeouts } = {}): void {
  prepare(app, contract, settings);
}
`;
}

function printExpress({ title }: Contract, { middleware, prefix }: ServerNames): string {
  const what = `Makes a Connect middleware with every operation of ${title}: \`app.use(${middleware}(options))\`, before any parser of bodies.`;
  return `${banner}
import { bindings } from "./bindings.ts";
import type { Given${prefix}Options, StoreOf } from "./handlers.ts";
import { makeMiddleware, type Middleware } from "@packages/server/src/hosts/express.ts";
import type { LogSettings } from "@packages/server/src/observe/logger.ts";

export type { Middleware } from "@packages/server/src/hosts/express.ts";

${comment([what, setup])}export function ${middleware}<Caller, Transaction = undefined, Part extends boolean = false>(
  options: Given${prefix}Options<Caller, Transaction, Part> & LogSettings & StoreOf<Transaction>,
): Middleware {
  return makeMiddleware(bindings, options as never);
}
`;
}

function printFetch({ title }: Contract, { fetchHandler, prefix }: ServerNames): string {
  const what = `Makes a handler of Fetch requests with every operation of ${title}, for Hono, Bun, Deno and Workers.`;
  return `${banner}
import { bindings } from "./bindings.ts";
import type { Given${prefix}Options, StoreOf } from "./handlers.ts";
import { type FetchHandler, type FetchSettings, makeFetchHandler } from "@packages/server/src/hosts/fetch.ts";

export type { FetchHandler, FetchSettings } from "@packages/server/src/hosts/fetch.ts";

${comment([what, setup])}export function ${fetchHandler}<Caller, Transaction = undefined, Rest extends unknown[] = unknown[], Part extends boolean = false>(
  options: Given${prefix}Options<Caller, Transaction, Part> & FetchSettings<Rest> & StoreOf<Transaction>,
): FetchHandler<Rest> {
  return makeFetchHandler(bindings, options as never);
}
`;
}
