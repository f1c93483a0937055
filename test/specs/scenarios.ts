// The scenarios of TypeSpec's suite, as spector has them, and the operation that each is about.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { fieldsOf, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";

/** What a body is, as spector writes it. */
export interface SpectorBody {
  contentType: string;
  rawContent:
    | string
    | Buffer
    | { serialize(config: object): string; resolve(config: object): unknown }
    | undefined;
}

/** A multipart form, as spector writes it. */
export interface SpectorForm {
  kind: "multipart";
  parts?: Record<string, unknown>;
  files?: { fieldname: string; originalname: string; buffer: Buffer; mimetype: string }[];
}

/** A request and its response, as spector describes them. */
export interface Api {
  uri: string;
  method: string;
  request?: {
    body?: SpectorBody | SpectorForm;
    query?: Record<string, unknown>;
    pathParams?: Record<string, unknown>;
    headers?: Record<string, unknown>;
  };
  response: { status: number; headers?: Record<string, unknown>; body?: SpectorBody };
  handler?: unknown;
  kind: string;
}

export interface Scenario {
  name: string;
  apis: Api[];
}

const broken =
  "The response breaks the contract: the field that tells the variants apart is missing or has no known value.";
const merge = "In TypeSpec's document the fields take no null, which the scenario sends.";

/** Scenarios that contradict the document that TypeSpec's own emitter makes of their spec, and why. */
export const contradictory: Record<string, string> = {
  Authentication_OAuth2_invalid:
    "The contract says of the error's text only that it is one; the scenario wants its own.",
  Encode_Bytes_RequestBody_base64url:
    "TypeSpec's document says base64, the scenario sends base64url.",
  Payload_JsonMergePatch_updateOptionalResource: merge,
  Payload_JsonMergePatch_updateResource: merge,
  Type_Enum_Fixed_String_putUnknownValue:
    "The value is not in the list: a server answers 400 before any handler gives 500.",
  Type_Model_Inheritance_EnumDiscriminator_getExtensibleModelMissingDiscriminator: broken,
  Type_Model_Inheritance_EnumDiscriminator_getFixedModelMissingDiscriminator: broken,
  Type_Model_Inheritance_EnumDiscriminator_getFixedModelWrongDiscriminator: broken,
  Type_Model_Inheritance_NestedDiscriminator_getMissingDiscriminator: broken,
  Type_Model_Inheritance_SingleDiscriminator_getMissingDiscriminator: broken,
  Versioning_Removed_modelV3_V2preview: "It is about an earlier version of the service.",
};

const modules = join(import.meta.dirname, "node_modules/@typespec");

/** A module of spector's, of which its packages export too little. */
// biome-ignore lint/suspicious/noExplicitAny: it has types of its own, which are installed by the test alone
export async function importSpector(path: string): Promise<any> {
  return import(pathToFileURL(join(modules, path)).href);
}

/** The scenarios of a spec, without those that contradict it. */
export async function readScenarios(spec: string): Promise<Scenario[]> {
  const path = `http-specs/dist/specs/${spec}/mockapi.js`;
  if (!existsSync(join(modules, path))) return [];
  const { Scenarios = {} } = (await importSpector(path)) as {
    Scenarios?: Record<string, { apis: Api[] }>;
  };
  const all = Object.entries(Scenarios).map(([name, { apis }]) => ({ name, apis: [apis].flat() }));
  return all.filter(({ name }) => !Object.hasOwn(contradictory, name));
}

/** Values of dynamic parts, and dates compared as dates. */
export async function spectorTools(): Promise<{
  expandDyns(value: unknown, config: object): unknown;
  matchValues(actual: unknown, expected: unknown): { pass: boolean; message: string };
}> {
  return importSpector("spec-api/dist/index.js");
}

/** What a body is: JSON as a value, a stream as its items, anything else as text or bytes. */
export function readValue(body: SpectorBody, config: object): unknown {
  const { rawContent: raw, contentType } = body;
  if (contentType === "text/event-stream") return readEvents(String(raw));
  if (/\bjsonl$/.test(contentType))
    return String(raw)
      .split("\n")
      .map((line) => JSON.parse(line));
  if (raw === undefined || Buffer.isBuffer(raw)) return raw;
  const text = typeof raw === "string" ? raw : raw.serialize(config);
  return /\bjson$/.test(contentType) ? JSON.parse(text) : text;
}

/** Server-sent events as the HTML standard reads them: invalid ids and delays count as absent. */
export function readEvents(text: string): Record<string, unknown>[] {
  let id: string | undefined;
  return text
    .split("\n\n")
    .filter((block) => block !== "")
    .map((block) => {
      const fields = new Map(
        block.split("\n").map((line) => line.split(/: ?(.*)/s, 2) as [string, string]),
      );
      const given = fields.get("id");
      if (given !== undefined && !given.includes("\0")) id = given;
      const retry = fields.get("retry") ?? "";
      const data = fields.get("data") ?? "";
      return {
        event: fields.get("event") ?? "message",
        data: data.startsWith("{") ? JSON.parse(data) : data,
        ...(id !== undefined && { id }),
        ...(/^\d+$/.test(retry) && { retry: Number(retry) }),
      };
    });
}

/** The values of a multipart form, by the types that the contract has for its fields. */
export function readForm(form: SpectorForm, shape: Shape): Record<string, unknown> {
  const fields = fieldsOf(shape);
  const typed = Object.entries(form.parts ?? {}).map(([name, value]) => {
    const kind = fields[name] && follow(fields[name].shape).kind;
    return [name, kind === "string" ? String(value) : value];
  });
  const files = Map.groupBy(form.files ?? [], ({ fieldname }) => fieldname);
  const given = [...files].map(([name, all]) => {
    const list = all.map(
      ({ buffer, originalname, mimetype: type }) =>
        new File([new Uint8Array(buffer)], originalname, { type }),
    );
    const isList = fields[name] && follow(fields[name].shape).kind === "array";
    return [name, isList ? list : list[0]];
  });
  return Object.fromEntries([...typed, ...given]);
}

/** A value with bytes, names and types in place of files, to be compared. */
export async function withoutFiles(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const { name = "", type } = value as Partial<File>;
    return { name, type, bytes: Buffer.from(await value.arrayBuffer()).toString("base64") };
  }
  if (Array.isArray(value)) return Promise.all(value.map(withoutFiles));
  if (typeof value !== "object" || value === null || Buffer.isBuffer(value)) return value;
  const fields = Object.entries(value).map(async ([name, one]) => [name, await withoutFiles(one)]);
  return Object.fromEntries(await Promise.all(fields));
}

/**
 * Whether a scenario sends what its contract does not allow, to be refused with an error of spector's own. Our client refuses it
 * before it is sent, and our server in its own words.
 */
export function isAgainstContract({ responses }: Operation, { response }: Api): boolean {
  return response.status === 400 && !responses.some(({ status }) => status === 400);
}

/** The path in front of a contract's paths, as the server of a URI has it; its variables may be anything in a step. */
function prefixOf({ servers }: Contract, uri: string): string {
  const path = (servers[0]?.url ?? "").replace(/^https?:\/\/[^/]*|^\{\w+\}/, "").replace(/\/$/, "");
  const steps = path.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${steps.join("[^/]+")}`).exec(uri)?.[0] ?? "";
}

/** The operation that a request is for, and the values of its path parameters. */
export function findOperation(
  contract: Contract,
  { uri, method, request }: Api,
): { operation: Operation; path: string[]; url: string; prefix: string } | undefined {
  const filled = Object.entries(request?.pathParams ?? {}).reduce(
    (path, [name, value]) => path.replaceAll(`:${name}`, encodeURIComponent(String(value))),
    uri,
  );
  const plain = filled.replaceAll("\\:", ":").replace(/\[:\]/g, ":");
  const prefix = prefixOf(contract, plain);
  const url = plain.slice(prefix.length) || "/";
  for (const operation of contract.operations.filter(
    (one) => one.method.toLowerCase() === method,
  )) {
    const parts = operation.path
      .split(/\{[^}]+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    const found = new RegExp(`^${parts.join("([^/]+)")}$`).exec(url.split("?")[0] ?? "");
    if (found)
      return {
        operation,
        path: found.slice(1).map((value) => decodeURIComponent(value)),
        url,
        prefix,
      };
  }
  return undefined;
}
