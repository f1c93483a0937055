import { describeNotification } from "@packages/contract/src/sentences.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { banner, comment, commented, key, literal } from "../print-code.ts";
import type { ClientModel } from "./client-model.ts";
import { printType } from "./print-schema.ts";

/** The module that receives notifications. Undefined if the contract signs none. */
export function printNotificationReceiver({ contract }: ClientModel): string | undefined {
  const { notifications, signature } = contract;
  const [first] = notifications;
  if (!signature || !first) return undefined;
  const { header, id, timestamp, version, tolerance } = signature;
  // In the form of Standard Webhooks a signature has several headers.
  const [file, given] =
    id === undefined ? ["signature", "header"] : ["standard-webhooks", "headers"];
  const what = id === undefined ? "value of the signature header" : "headers of the signature";
  const read = id === undefined ? "request.headers.get(signatureHeader)" : "request.headers";
  const sign = "await signNotification(rawBody, secret)";
  const set =
    id === undefined ? `headers.set(signatureHeader, ${sign})` : `Object.assign(headers, ${sign})`;
  const { shapeOf } = shapesOf(contract);
  const events = Object.fromEntries(
    notifications.map(({ event, body }) => [event, requiredObjects(shapeOf(body.schema))]),
  );
  const types = notifications.map(({ body }) =>
    printType(shapeOf(body.schema), { request: false }),
  );
  const names = [...new Set([...types.filter((type) => /^\w+$/.test(type)), "Notification"])];
  const handlers = notifications.map(
    ({ event, summary, when }, index) =>
      `${comment([describeNotification(summary || event, when)], "  ")}  ${key(event)}?: ((notification: ${types[index]}) => unknown) | undefined;\n`,
  );
  const name = commented(key(first.event));
  return `${banner}import {
  createHandler,
  type HandlerOptions as GenericHandlerOptions,
  type NotificationHandler,
} from "@packages/client/src/notifications/handler.ts";
import { type EventObjects, parse, type RawBody } from "@packages/client/src/notifications/parse.ts";
import type { VerifyOptions } from "@packages/client/src/notifications/signature.ts";
import { checkRequest, checkSignature, ${id === undefined ? "" : "type SignatureHeaders, "}type SignatureScheme, sign } from "@packages/client/src/notifications/${file}.ts";
import type { ${names.sort().join(", ")} } from "./types.ts";

export { type NotificationHandler, rememberInMemory, type SeenStore } from "@packages/client/src/notifications/handler.ts";
export * from "@packages/client/src/notifications/node.ts";
export { NotificationError, type NotificationRefusal, type RawBody } from "@packages/client/src/notifications/parse.ts";
export type { VerifyOptions } from "@packages/client/src/notifications/signature.ts";
export type * from "./types.ts";

const scheme: SignatureScheme = ${literal({ header, ...(id !== undefined && { id }), timestamp, version, tolerance })};
/** Events, each with the fields that have to be objects. */
const events: EventObjects = ${literal(events)};
/** Fields that identify the change that a notification reports. */
const identity = ${literal(contract.identity?.fields ?? [])};

/** Name of the header with the signature, unless the provider uses its own. */
export const signatureHeader: string = scheme.header;

/**
 * Reads a notification without checking who sent it.
 *
 * @throws {NotificationError} if the body is not a notification
 * @throws {TypeError} if the body was parsed already
 * @example
 * const notification = parseNotification(rawBody);
 * if (notification.event === ${commented(literal(first.event))}) console.info(notification.id);
 */
export function parseNotification(rawBody: RawBody): Notification {
  return parse(rawBody, events) as Notification;
}

/**
 * Checks who sent a notification, and reads it.
 *
 * @param rawBody the body as it came in, not parsed and written again
 * @param ${given} ${what}
 * @param secrets secrets that may have signed
 * @throws {NotificationError} if the signature is missing, wrong, too old or too new, or the body is not a notification
 * @throws {TypeError} if an argument is wrong: a body that was parsed already, an empty secret
 * @example
 * const notification = await verifyNotification(rawBody, ${read}, secrets);
 */
export async function verifyNotification(
  rawBody: RawBody,
  ${given}: ${id === undefined ? "string | null | undefined" : "SignatureHeaders"},
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): Promise<Notification> {
  await checkSignature(scheme, rawBody, ${given}, secrets, options);
  return parseNotification(rawBody);
}

/** Functions that handle notifications, by event. */
export interface NotificationHandlers {
${handlers.join("\n")}}

/** How to receive notifications. */
export type HandlerOptions = GenericHandlerOptions<NotificationHandlers, Notification>;

/**
 * Makes a handler that takes notifications as Fetch requests: checked, read, each change once.
 *
 * It answers 200 if the notification was handled, 401 to one without a valid signature, 400 to a body that is not a notification, and
 * 500 if a handler threw, so that the sender tries again.
 *
 * @throws {TypeError} if an option is wrong
 * @example
 * const handler = createNotificationHandler({
 *   secrets: [secret],
 *   on: { ${name}: async (notification) => queue.add(notification) },
 * });
 */
export function createNotificationHandler(options: HandlerOptions): NotificationHandler {
  return createHandler({ events, identity, checkRequest: checkRequest(scheme) }, options as GenericHandlerOptions<NotificationHandlers, never>);
}

/**
 * Signs a notification as the service does, for tests of a receiver.
 *
 * @param timestamp time to sign, in epoch seconds; now, unless given
 * @returns ${what}
 * @throws {TypeError} if an argument is wrong
 * @example
 * ${set};
 */
export function signNotification(
  rawBody: RawBody,
  secrets: string | readonly string[],
  timestamp: number = Date.now() / 1000,
): Promise<${id === undefined ? "string" : "Record<string, string>"}> {
  return sign(scheme, rawBody, secrets, timestamp);
}
`;
}

/** Fields of a body that have to be there, and objects. */
function requiredObjects(shape: Shape): string[] {
  const form = follow(shape);
  const fields = form.kind === "object" ? Object.entries(form.fields) : [];
  return fields.flatMap(([name, { required, shape: value }]) =>
    required && !value.nullable && follow(value).kind === "object" ? [name] : [],
  );
}
