import {
  amount,
  callback,
  checkArgument,
  fields,
  filled,
  positive,
  withMethods,
} from "../argument-checks.ts";
import { joinBytes, readParts } from "../bytes.ts";
import type { Check } from "../check.ts";
import { ignoreErrors } from "../ignore-errors.ts";
import { type ChangeKeys, identifyChange } from "./identity.ts";
import {
  type AnyNotification,
  type EventObjects,
  NotificationError,
  type NotificationRefusal,
  parse,
} from "./parse.ts";
import { type CheckRequest, secretsCheck, type VerifyOptions } from "./signature.ts";

/** Remembers which changes were handled. */
export interface SeenStore {
  /**
   * Whether the change with this key was handled. The key holds the values that identify the change, such as event, object and
   * status, and mostly has less than 100 characters. It is also asked for the ids that earlier versions added.
   */
  has(key: string): boolean | Promise<boolean>;
  /** Notes that it was. Called after its handler is done, so that a crash in between loses nothing. */
  add(key: string): unknown;
}

/**
 * Remembers the last keys in memory, of one process.
 *
 * @param size how many
 * @throws {TypeError} for anything else
 * @example
 * createNotificationHandler({ secrets, on, seen: rememberInMemory(100_000) });
 */
export function rememberInMemory(size = 10_000): SeenStore {
  checkArgument(positive, size, "size");
  const keys = new Set<string>();
  return {
    has: (key) => keys.has(key),
    add(key) {
      keys.add(key);
      // A set keeps the order in which its entries came in.
      for (const oldest of keys) {
        if (keys.size <= size) break;
        keys.delete(oldest);
      }
    },
  };
}

/** Secrets that may have signed a notification; `false` if it is not signed. */
export type Secrets = string | readonly string[] | false;

/** How to receive notifications. */
export interface HandlerOptions<Handlers, Unknown> extends Pick<VerifyOptions, "tolerance"> {
  /**
   * Secrets that may have signed; several while one is replaced. `false` accepts notifications from anybody. A function gives
   * them for each request: from a vault, or by the path of the request.
   * @example secrets: [process.env.WEBHOOK_SECRET]
   * @example secrets: ({ url }) => (new URL(url).pathname === unsignedPath ? false : vault.get("notifications"))
   */
  secrets: Secrets | ((request: Request) => Secrets | Promise<Secrets>);
  /**
   * Functions that handle notifications, by event. One that throws, or rejects, lets the sender try again.
   * @example on: { order_paid: async ({ order }) => ship(order.id) }
   */
  on: Handlers;
  /**
   * Handles every event that `on` does not name, also events that this version does not know. Default: they are accepted.
   * @example onOther: ({ event }) => log.info({ event })
   */
  onOther?: ((notification: Unknown) => unknown) | undefined;
  /**
   * Remembers handled changes, so that repeats are dropped. Default: the last 10000, in memory.
   * @example seen: { has: (key) => redis.exists(key).then(Boolean), add: (key) => redis.set(key, 1, { EX: 604_800 }) }
   */
  seen?: SeenStore | undefined;
  /**
   * Name of the header with the signature. Default: the contract's.
   * @example header: "X-Signature"
   */
  header?: string | undefined;
  /**
   * Bytes that a body may have. Default: 1048576.
   * @example maxBytes: 65_536
   */
  maxBytes?: number | undefined;
  /**
   * Called with each notification that is refused, and with each error of a handler. Default: nothing is called.
   * @example onError: (error) => log.error(error)
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** Takes a notification as a Fetch request and answers it. */
export type NotificationHandler = (request: Request) => Promise<Response>;

type Handlers = Record<string, ((notification: AnyNotification) => unknown) | undefined>;

/** The contract's part of a handler. */
export interface HandlerContract {
  /** Events that `on` may name. */
  events: EventObjects;
  /** Paths of the fields that identify a change. */
  identity: readonly string[];
  checkRequest: CheckRequest;
}

const secretsOrFalse: Check = (value) => (value === false ? undefined : secretsCheck(value));

/** Makes a Fetch handler. Throws a `TypeError` if an option is wrong. */
export function createHandler(
  { events, identity, checkRequest }: HandlerContract,
  options: HandlerOptions<object, never>,
): NotificationHandler {
  const required = {
    secrets: (value: unknown) =>
      typeof value === "function" ? undefined : secretsOrFalse(value, undefined),
    on: fields(Object.fromEntries(Object.keys(events).map((event) => [event, callback]))),
  };
  const optional = {
    onOther: callback,
    onError: callback,
    seen: withMethods("has", "add"),
    header: filled,
    maxBytes: positive,
    tolerance: amount,
  };
  checkArgument(fields(optional, required), options, "options");
  const {
    secrets,
    on,
    seen = rememberInMemory(),
    header,
    maxBytes = 1_048_576,
    tolerance,
    onError,
  } = options;
  const onOther = options.onOther as Handlers[string];
  // Changes that are being handled right now: a repeat that comes meanwhile shares its end, good or bad.
  const running = new Map<string, Promise<void>>();

  const handle = async (
    notification: AnyNotification,
    { key, formerKey }: ChangeKeys,
  ): Promise<void> => {
    const { event } = notification;
    if (await seen.has(key)) return;
    if (formerKey !== undefined && (await seen.has(formerKey))) return;
    await (Object.hasOwn(on, event) ? (on as Handlers)[event] : onOther)?.(notification);
    await seen.add(key);
  };
  const handleOnce = (notification: AnyNotification, keys: ChangeKeys): Promise<void> => {
    const { key } = keys;
    const first = running.get(key) ?? handle(notification, keys).finally(() => running.delete(key));
    running.set(key, first);
    return first;
  };
  return async (request) => {
    try {
      if (request.method !== "POST") return makeResponse(405, { Allow: "POST" });
      const parts = await readParts(request.body?.getReader(), maxBytes);
      if (!parts) throw new NotificationError("too-large");
      const body = joinBytes(parts);
      const given = typeof secrets === "function" ? await secrets(request) : secrets;
      checkArgument(secretsOrFalse, given, "secrets");
      if (given !== false) await checkRequest(body, request.headers, given, { header, tolerance });
      const notification = parse(body, events);
      await handleOnce(notification, await identifyChange(notification, body, identity));
      return makeResponse(200);
    } catch (error) {
      // An error that it throws, or rejects with, must not end the process, nor leave the sender without a response.
      ignoreErrors(() => onError?.(error));
      if (!(error instanceof NotificationError)) return makeResponse(500);
      return makeResponse(statuses[error.reason] ?? 401);
    }
  };
}

const statuses: Partial<Record<NotificationRefusal, number>> = {
  unreadable: 400,
  "too-large": 413,
};

function makeResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
