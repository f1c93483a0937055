import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** Why there is no body to validate. */
export type BodyProblem = "malformed-body" | "body-too-large" | "media-type";

/** A body that could not be read; stands in its place until the request is answered. */
export class UnreadBody {
  readonly cause: BodyProblem;

  constructor(cause: BodyProblem) {
    this.cause = cause;
  }
}

/** Whether a `Content-Type` is a media type in UTF-8, without an encoding on top. */
export function isMediaType(headers: IncomingMessage["headers"], mediaType: string): boolean {
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") return false;
  const given = headers["content-type"];
  if (given === mediaType) return true;
  const [type = "", ...parameters] = (given ?? "").toLowerCase().split(";");
  if (type.trim() !== mediaType) return false;
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}

/**
 * Reads a JSON body. What it does not read, Node throws away as it arrives, so that the connection lives on and memory
 * stays flat.
 *
 * @param limit bytes
 */
export function readJson(message: IncomingMessage, limit: number, done: (body: unknown) => void): void {
  if (Number(message.headers["content-length"]) > limit) {
    done(new UnreadBody("body-too-large"));
    return;
  }
  const chunks: Buffer[] = [];
  let length = 0;
  let isDone = false;
  const finish = (body: unknown): void => {
    if (isDone) return;
    isDone = true;
    done(body);
  };
  // The listeners stay: an error of an aborted request must find one, or it ends the process.
  message.on("data", (chunk: Buffer) => {
    if (isDone) return;
    length += chunk.length;
    if (length <= limit) {
      chunks.push(chunk);
    } else {
      chunks.length = 0;
      finish(new UnreadBody("body-too-large"));
    }
  });
  message.on("end", () => {
    if (!isDone) finish(parseJson(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length)));
  });
  message.on("error", () => finish(new UnreadBody("malformed-body")));
}

/** Nothing is no body rather than a broken one. */
function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  if (!isUtf8(bytes)) return new UnreadBody("malformed-body");
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return new UnreadBody("malformed-body");
  }
}
