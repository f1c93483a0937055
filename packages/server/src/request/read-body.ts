import { AsyncResource } from "node:async_hooks";
import type { IncomingMessage } from "node:http";
import type { Exchange } from "../http/exchange.ts";
import { type ParseBody, type ParsedBody, unread } from "./parse-body.ts";

/** Bytes of a refused body that are thrown away as they arrive, so that the connection lives on; then it is cut. */
export const maxDiscarded = 1024 * 1024;

/** Whether a `Content-Type` is a media type in UTF-8, or in a range as `image/*`, without an encoding on top. */
export function isMediaType(exchange: Pick<Exchange, "header">, mediaType: string): boolean {
  const encoding = exchange.header("content-encoding");
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") return false;
  const given = exchange.header("content-type");
  if (given === mediaType) return true;
  const [type = "", ...parameters] = (given ?? "").toLowerCase().split(";");
  const start = mediaType.replace(/\*.*/, "");
  const isInRange = start !== mediaType && /^[^/]+\/./.test(type) && type.startsWith(start);
  if (type.trim() !== mediaType && !isInRange) return false;
  const charset = parameters
    .map((parameter) => parameter.trim())
    .find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}

/** Whether a request has no body. */
export function isWithoutBody(exchange: Pick<Exchange, "header">): boolean {
  const length = exchange.header("content-length");
  const isEmpty =
    length === undefined
      ? exchange.header("transfer-encoding") === undefined
      : Number(length) === 0;
  return isEmpty && exchange.header("content-type") === undefined;
}

/** Other code has read the body of a request, such as a logger, which leaves nothing to validate. */
export class BodyTakenError extends Error {
  override readonly name = "BodyTakenError";

  constructor() {
    super(
      "Something before the contract's handler has read the body: let it read a copy, or run later.",
    );
  }
}

/**
 * Reads a body. The unread rest is thrown away as it arrives, so that memory stays flat. `done` runs in the asynchronous
 * context of this call, whose `AsyncLocalStorage` events of the socket know nothing of.
 *
 * @param limit bytes
 * @throws if other code has read the body
 */
export function readBody(
  message: IncomingMessage,
  contentLength: string | undefined,
  limit: number,
  parse: ParseBody,
  done: (parsed: ParsedBody) => void,
): void {
  if (Number(contentLength) > limit) {
    done(unread("body-too-large"));
    return;
  }
  if (message.readableEnded) throw new BodyTakenError();
  const context = new AsyncResource("RequestBody");
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const finish = (parsed: ParsedBody): void => {
    if (isDone) return;
    isDone = true;
    context.runInAsyncScope(done, undefined, parsed);
  };
  // The listeners stay: an error of an aborted request must find one, or it ends the process.
  message.on("data", (given: Buffer | string) => {
    if (isDone) return;
    // Middleware may have set an encoding.
    const chunk = typeof given === "string" ? encode(message, given) : given;
    length += chunk.length;
    if (length <= limit) {
      chunks.push(chunk);
    } else {
      chunks.length = 0;
      finish(unread("body-too-large"));
    }
  });
  message.on("end", () => {
    if (!isDone)
      finish(parse(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
  });
  message.on("error", () => finish(unread("malformed-body")));
  // Middleware pauses a request while it waits for something.
  if (message.isPaused()) message.resume();
}

const encode = ({ readableEncoding }: IncomingMessage, chunk: string): Buffer =>
  Buffer.from(chunk, readableEncoding ?? "utf8");

/**
 * Discards the rest of an unread body, for Node would do so for as long as it is sent: a request that was
 * refused may have gigabytes to come.
 */
export function discardRest(message: IncomingMessage): void {
  if (message.complete || message.destroyed) return;
  let left = maxDiscarded;
  message.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) message.socket.destroy();
  });
  message.on("error", () => {});
  message.resume();
}
