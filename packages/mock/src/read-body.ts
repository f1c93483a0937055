import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { makeReaders, type Reading } from "@packages/contract/src/check/read.ts";
import type { Formats } from "@packages/contract/src/check/run.ts";
import { withContentType } from "@packages/contract/src/media-choices.ts";
import { bodyKind, withoutParameters } from "@packages/contract/src/media-types.ts";
import type { Content, Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json, Schema } from "@packages/contract/src/openapi.ts";
import { readMultipart, readUrlEncoded } from "@packages/contract/src/read-form.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
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
  body: Content,
): Promise<Json | undefined> {
  const kind = bodyKind(type);
  if (kind === "bytes") return bytes.toString("latin1");
  if (kind === "multipart")
    return formAsJson(contract, body, await readMultipart(bytes, type, body.form ?? {}));
  try {
    const string = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (kind === "form") return formAsJson(contract, body, readUrlEncoded(string, body.form ?? {}));
    if (kind === "text" && isString(shapesOf(contract).shapeOf(body.schema))) return string;
    const lines = string.split("\n").filter((line) => line.trim() !== "");
    return JSON.parse(kind === "lines" ? `[${lines.join()}]` : string) as Json;
  } catch {
    return undefined;
  }
}

/** The fields of a form as JSON: strings become what the contract has there, if they all fit. */
async function formAsJson(
  contract: Contract,
  body: Content,
  fields: Record<string, unknown> | undefined,
): Promise<Json | undefined> {
  if (!fields) return undefined;
  const texts = await readFiles(fields);
  const { value, findings } = checkReceived(contract, body, texts);
  return (findings.length > 0 ? texts : value) as Json;
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

/** Reads a body by the contract's own checks; what a form has as a string may be a number there. */
export function checkReceived(contract: Contract, body: Content, value: unknown): Reading {
  const tables = new TableMaker();
  const row = tables.add(shapesOf(contract).shapeOf(valueSchema(body)));
  return makeReaders(tables.table, readFormats(contract))(row)(value, {
    coerce: body.form !== undefined,
  });
}

/** The formats of the contract that are known: standard ones, and of others the pattern of a component schema. */
function readFormats({ schemas }: Contract): Formats {
  const own = Object.values(schemas).flatMap(({ format, pattern }) => {
    if (format === undefined || pattern === undefined) return [];
    const form = new RegExp(pattern, "u");
    return [[format, (value: string) => form.test(value)] as const];
  });
  return { ...Object.fromEntries(own), ...standardFormats };
}
