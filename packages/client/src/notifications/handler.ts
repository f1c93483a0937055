import { joinBytes, readParts } from "../bytes.ts";
import {
  amount,
  callback,
  checkArgument,
  fields,
  filled,
  positive,
  withMethods,
} from "../rules.ts";
import { type AnyNotification, NotificationError, parse } from "./parse.ts";
import { type CheckRequest, secretsRule, type VerifyOptions } from "./signature.ts";

/** Remembers which notifications were handled. */
export interface SeenStore {
  /** Whether the notification with this id was handled. */
  has(id: string): boolean | Promise<boolean>;
  /** Notes that it was. Called after its handler is done, so that a crash in between loses nothing. */
  add(id: string): unknown;
}

/**
 * Remembers the last ids in memory, of one process.
 *
 * @param size how many
 * @throws {TypeError} if that is none
 * @example
 * createNotificationHandler({ secrets, on, seen: rememberInMemory(100_000) });
 */
export function rememberInMemory(size = 10_000): SeenStore {
  checkArgument(positive, size, "size");
  const ids = new Set<string>();
  return {
    has: (id) => ids.has(id),
    add(id) {
      ids.add(id);
      // A set keeps the order in which its entries came in.
      for (const oldest of ids) {
        if (ids.size <= size) break;
        ids.delete(oldest);
      }
    },
  };
}

/** How to receive notifications. */
export interface HandlerOptions<Handlers, Unknown> extends Pick<VerifyOptions, "tolerance"> {
  /**
   * Secrets that may have signed; several while one is replaced. `false` accepts notifications from anybody.
   * @example secrets: [process.env.WEBHOOK_SECRET]
   */
  secrets: string | readonly string[] | false;
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
   * Remembers handled notifications, so that repeats are dropped. Default: the last 10000 ids, in memory.
   * @example seen: { has: (id) => redis.exists(id).then(Boolean), add: (id) => redis.set(id, 1, { EX: 604_800 }) }
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
   * Called with each refusal and with each error of a handler. Default: nothing is called.
   * @example onError: (error) => log.error(error)
   */
  onError?: ((error: unknown) => unknown) | undefined;
}

/** Takes a notification as a Fetch request and answers it. */
export type NotificationHandler = (request: Request) => Promise<Response>;

type Handlers = Record<string, ((notification: AnyNotification) => unknown) | undefined>;

/** Makes a Fetch handler. Throws a `TypeError` if an option is wrong. @param events those that `on` may name */
export function createHandler(
  checkRequest: CheckRequest,
  events: readonly string[],
  options: HandlerOptions<object, never>,
): NotificationHandler {
  const required = {
    secrets: (value: unknown) => (value === false ? undefined : secretsRule(value)),
    on: fields(Object.fromEntries(events.map((event) => [event, callback]))),
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
  // Notifications that are being handled right now: a repeat that comes meanwhile shares its end, good or bad.
  const running = new Map<string, Promise<void>>();

  const handle = async (notification: AnyNotification): Promise<void> => {
    const { id, event } = notification;
    if (await seen.has(id)) return;
    await (Object.hasOwn(on, event) ? (on as Handlers)[event] : onOther)?.(notification);
    await seen.add(id);
  };
  const handleOnce = (notification: AnyNotification): Promise<void> => {
    const { id } = notification;
    const first = running.get(id) ?? handle(notification).finally(() => running.delete(id));
    running.set(id, first);
    return first;
  };
  return async (request) => {
    try {
      if (request.method !== "POST") return makeResponse(405, { Allow: "POST" });
      const parts = await readParts(request.body?.getReader(), maxBytes);
      if (!parts) return makeResponse(413);
      const body = joinBytes(parts);
      if (secrets !== false)
        await checkRequest(body, request.headers, secrets, { header, tolerance });
      await handleOnce(parse(body));
      return makeResponse(200);
    } catch (error) {
      // An error that it throws, or rejects with, must not end the process, nor leave the sender without a response.
      try {
        Promise.resolve(onError?.(error)).catch(() => {});
      } catch {}
      if (!(error instanceof NotificationError)) return makeResponse(500);
      return makeResponse(error.reason === "unreadable" ? 400 : 401);
    }
  };
}

function makeResponse(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}
