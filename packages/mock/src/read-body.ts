import type { IncomingMessage } from "node:http";
import { bodyKind } from "../../contract/src/media-types.ts";
import type { Operation } from "../../contract/src/model.ts";
import type { Json } from "../../contract/src/openapi.ts";

/** Body of a request. */
export interface Body {
  /** Null where there is none, or none that can be read. */
  value: Json;
  /** Bytes of what can be read. */
  length: number;
  /** Why it cannot be read, as the cause of an error. */
  fault?: "body-too-large" | "media-type" | "malformed-body";
}

/**
 * Reads a body to its end, whatever its size: a client that is answered while it still sends may lose the answer.
 *
 * @param limit bytes from which on it counts as too large
 * @throws where the client goes away before the end
 */
export async function readBody(
  request: IncomingMessage,
  operation: Operation | undefined,
  limit = Number.POSITIVE_INFINITY,
): Promise<Body> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  const nothing = { value: null, length: 0 };
  if (length > limit) return { ...nothing, fault: "body-too-large" };
  // A body that the operation does not ask for is ignored, like a field that it does not know.
  if (length === 0 || !operation?.body) return nothing;
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  const mediaType = type.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== operation.body.mediaType || encoding !== "identity") return { ...nothing, fault: "media-type" };
  const kind = bodyKind(mediaType);
  if (kind === "bytes") return { value: Buffer.concat(chunks).toString("latin1"), length };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return { value: kind === "text" ? text : (JSON.parse(text) as Json), length };
  } catch {
    return { ...nothing, fault: "malformed-body" };
  }
}
