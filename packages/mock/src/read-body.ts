import type { IncomingMessage } from "node:http";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { isString } from "@packages/contract/src/shapes/shape.ts";

/** Body of a request. */
export interface ReceivedBody {
  /** Null if there is none, or none that can be read. */
  value: Json;
  /** Largest body that can be read, in bytes. */
  length: number;
  /** Why it cannot be read, as the cause of an error. */
  fault?: "body-too-large" | "media-type" | "malformed-body";
}

/**
 * Reads a body to its end, whatever its size: a client that is answered while it still sends may lose the answer.
 *
 * @throws if the client goes away before the end
 */
export async function receiveBody(
  request: IncomingMessage,
  contract: Contract,
  operation: Operation | undefined,
): Promise<ReceivedBody> {
  const { bodyLimit: limit = Number.POSITIVE_INFINITY } = contract;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= limit) chunks.push(chunk);
  }
  const nothing = { value: null, length: 0 };
  if (length > limit) return { ...nothing, fault: "body-too-large" };
  // A body that the operation does not have is ignored, like an unknown field.
  if (length === 0 || !operation?.body) return nothing;
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = request.headers;
  const mediaType = type.split(";")[0]?.trim().toLowerCase();
  if (mediaType !== operation.body.mediaType || encoding !== "identity")
    return { ...nothing, fault: "media-type" };
  const kind = bodyKind(mediaType);
  if (kind === "bytes") return { value: Buffer.concat(chunks).toString("latin1"), length };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    const isWhole = kind === "text" && isString(shapesOf(contract).shapeOf(operation.body.schema));
    return { value: isWhole ? text : (JSON.parse(text) as Json), length };
  } catch {
    return { ...nothing, fault: "malformed-body" };
  }
}
