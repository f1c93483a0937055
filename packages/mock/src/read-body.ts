import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { isObject } from "@packages/contract/src/check/run.ts";
import { withContentType } from "@packages/contract/src/media-choices.ts";
import { bodyKind, withoutParameters } from "@packages/contract/src/media-types.ts";
import type { Content, Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json, Schema } from "@packages/contract/src/openapi.ts";
import { readMultipart, readUrlEncoded } from "@packages/contract/src/read-form.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow, isString, type Shape } from "@packages/contract/src/shapes/shape.ts";

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
  if (!hasMediaType(operation.body, type) || encoding !== "identity")
    return { ...nothing, fault: "media-type" };
  const value = await readBodyValue(Buffer.concat(chunks), type, contract, operation.body);
  return value === undefined ? { ...nothing, fault: "malformed-body" } : { value, length };
}

/** The operation with the content that the headers of a request name, if its body may have several. */
export function withNamedContent(
  operation: Operation,
  { "content-type": type = "" }: IncomingHttpHeaders,
): Operation {
  const named = operation.body?.others?.find((content) => hasMediaType(content, type));
  return named ? withContentType(operation, named.mediaType) : operation;
}

/** The schema of a body's value: of lines, of a list of them. */
export function valueSchema({ mediaType, schema }: Pick<Content, "mediaType" | "schema">): Schema {
  return bodyKind(mediaType) === "lines" ? { type: "array", items: schema } : schema;
}

function hasMediaType({ mediaType }: Content, type: string): boolean {
  return withoutParameters(mediaType) === withoutParameters(type);
}

/** The value of a body as JSON; undefined if it cannot be read. A file stands in a form as its content. */
async function readBodyValue(
  bytes: Buffer<ArrayBuffer>,
  type: string,
  contract: Contract,
  { schema, form = {} }: Content,
): Promise<Json | undefined> {
  const kind = bodyKind(type);
  const shape = shapesOf(contract).shapeOf(schema);
  if (kind === "bytes") return bytes.toString("latin1");
  if (kind === "multipart") {
    const fields = await readMultipart(bytes, type, form);
    return fields && (readTyped(await readFiles(fields), shape) as Json);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (kind === "form") {
      const fields = readUrlEncoded(text, form);
      return fields && (readTyped(fields, shape) as Json);
    }
    if (kind === "text" && isString(shape)) return text;
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    return JSON.parse(kind === "lines" ? `[${lines.join()}]` : text) as Json;
  } catch {
    return undefined;
  }
}

async function readFiles(fields: Record<string, unknown>): Promise<Record<string, unknown>> {
  const read = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(read));
    return value instanceof Blob
      ? Buffer.from(await value.arrayBuffer()).toString("latin1")
      : value;
  };
  const entries = Object.entries(fields).map(async ([name, value]) => [name, await read(value)]);
  return Object.fromEntries(await Promise.all(entries)) as Record<string, unknown>;
}

/** A value of a form, in which scalars are strings, by the types of the schema. What does not fit stays as it is. */
function readTyped(value: unknown, shape: Shape): unknown {
  const form = follow(shape);
  switch (form.kind) {
    case "number":
      return value === "" || Number.isNaN(Number(value)) ? value : Number(value);
    case "boolean":
      return value === "true" || (value === "false" ? false : value);
    case "list":
      return [value].flat().map((item) => readTyped(item, form.items));
    case "object":
    case "record": {
      if (!isObject(value)) return value;
      const shapeOf = (name: string): Shape | undefined =>
        form.kind === "record" ? form.values : form.fields[name]?.shape;
      const fields = Object.entries(value).map(([name, field]) => {
        const known = shapeOf(name);
        return [name, known ? readTyped(field, known) : field];
      });
      return Object.fromEntries(fields);
    }
    default:
      return value;
  }
}
