// One document of somebody else: its packages, compiled strictly, and a call of each of its operations from the generated
// client to the generated server, with values that are made of the schemas.

import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { findEchoes } from "@packages/contract/src/echoes.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, Operation, Parameter } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { isTree } from "@packages/contract/src/pointer.ts";
import { requestShapesOf, shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { fieldsOf, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { isRedirect, listSuccesses } from "@packages/contract/src/successes.ts";
import { SampleMaker } from "../../packages/contract/src/samples.ts";
import {
  buildClientModel,
  type ClientGroup,
  type ClientMethod,
} from "../../packages/generator/src/client/client-model.ts";
import { buildAll } from "../../packages/generator/src/pipeline.ts";
import { isGiven } from "../../packages/generator/src/server/contract-table.ts";

const home = join(import.meta.dirname, "../..");
const project = { name: "spec", version: "0.0.0", license: "MIT", dependencies: {} };

/** What became of a document. */
export interface DocumentResult {
  /** Operations and notifications of the document. */
  operations: number;
  accepted: number;
  /** Errors of the strict compiler; absent if it did not run. */
  errors?: number;
  /** Operations whose call gave the handler what was sent, and the caller what the handler answered. */
  called: number;
  callable: number;
  /** Reasons, of which the first are shown. */
  reasons: string[];
}

/**
 * Makes the packages of a document in a folder, and tries them.
 *
 * @param compiles whether the strict compiler runs, which takes most of the time
 */
export async function tryDocument(
  file: string,
  folder: string,
  compiles = true,
): Promise<DocumentResult> {
  const result: DocumentResult = {
    operations: 0,
    accepted: 0,
    called: 0,
    callable: 0,
    reasons: [],
  };
  try {
    const { outputs, derived, contract, leftOut } = await buildAll(file, folder, {
      skipUnsupported: true,
    });
    const ours = [...outputs, ...derived].filter((one) =>
      one.folder.startsWith(join(folder, "generated")),
    );
    for (const output of ours)
      for (const [path, text] of Object.entries(output.files)) {
        await mkdir(dirname(join(output.folder, path)), { recursive: true });
        await writeFile(join(output.folder, path), text);
      }
    result.accepted = contract.operations.length + contract.notifications.length;
    result.operations = result.accepted + leftOut.length;
    result.reasons.push(...leftOut.map((line) => line.replace(/^\S+?: /, "")));
    if (compiles) {
      const complaints = await compile(folder);
      result.errors = complaints.length;
      result.reasons.push(...complaints);
    }
    const failed = await callAll(withoutExamples(contract), join(folder, "generated"));
    result.callable = contract.operations.filter(isCalled).length;
    result.called = result.callable - failed.size;
    result.reasons.push(...[...failed].map(([id, why]) => `${id}: ${why}`));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    result.reasons.push(...error.message.split("\n"));
  }
  return result;
}

const listServed = ({ operations }: Contract): Operation[] =>
  operations.filter(({ servedBy }) => servedBy === undefined);

/** Whether an operation is called: one that issues tokens is not, nor one whose requests another takes on a server. */
const isCalled = ({ token, servedBy }: Operation): boolean => !token && servedBy === undefined;

/** What a strict compiler says of the packages, a line each. */
async function compile(folder: string): Promise<string[]> {
  const settings = {
    extends: join(home, "generated/server/tsconfig.json"),
    include: ["generated/client/src/*.ts", "generated/server/src/*.ts", "generated/openapi/*.ts"],
    exclude: ["node_modules", "packages"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const { stdout } = spawnSync(
    process.execPath,
    ["--max-old-space-size=6000", join(home, "node_modules/typescript/bin/tsc"), "-p", folder],
    { encoding: "utf8", maxBuffer: 2 ** 28 },
  );
  return stdout.split("\n").filter((line) => line.includes(": error "));
}

/** What a handler gets. */
interface HandlerContext {
  body: unknown;
  params: SentFields;
  query: SentFields;
  headers: SentFields;
  cookies?: SentFields;
  reply: { send(status: number, body?: unknown, headers?: object): unknown };
}

type SentFields = Readonly<Record<string, unknown>>;

/** The methods and handlers of generated code, which has no types here. */
type Loaded = Record<string, (...given: never[]) => unknown>;

/** The contract without its examples and defaults, which often break the document's own rules. */
function withoutExamples(contract: Contract): Contract {
  return JSON.parse(
    JSON.stringify(contract, (key, value) => {
      const isField = typeof value === "object" && value !== null && !Array.isArray(value);
      if (key === "examples") return Array.isArray(value) ? [] : value;
      return !isField && (key === "example" || key === "default") ? undefined : value;
    }),
  );
}

async function callAll(contract: Contract, folder: string): Promise<Map<string, string>> {
  const load = (path: string) =>
    import(pathToFileURL(join(folder, path)).href) as Promise<
      Record<string, (options: object) => unknown>
    >;
  const [{ createSpecServer }, { createSpecClient }] = await Promise.all([
    load("server/src/index.ts"),
    load("client/src/client.ts"),
  ]);
  const values = new Values(contract);
  let received: HandlerContext | undefined;
  let answer: PlannedAnswer = { status: 200 };
  let refused = "";
  const handlers = Object.fromEntries(
    listServed(contract).map(({ id }) => [
      id,
      (context: HandlerContext) => {
        received = context;
        return context.reply.send(answer.status, answer.body, answer.headers);
      },
    ]),
  );
  const accept = () => ({ caller: {}, callerId: "any" });
  const names = [...new Set(listServed(contract).flatMap(({ security }) => security.flat()))];
  const server = (await createSpecServer?.({
    handlers,
    authenticators: Object.fromEntries(names.map((name) => [name, accept])),
    logger: false,
    onInvalidResponse: (invalid: object) => {
      refused = JSON.stringify(invalid);
    },
  })) as { listen(at: object): Promise<string>; close(): Promise<void> };
  const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
  const credentials = Object.fromEntries(
    names.map((name) => {
      const isBasic = /^basic$/i.test(contract.securitySchemes[name]?.scheme ?? "");
      return [name, isBasic ? { username: "user", password: "password" } : "token"];
    }),
  );
  const client = createSpecClient?.({
    baseUrl,
    ...(names.length > 0 && { credentials }),
    retry: false,
  }) as Loaded & Record<string, Loaded>;
  const failed = new Map<string, string>();
  for (const group of buildClientModel(project, contract).groups)
    for (const method of group.methods) {
      if (!isCalled(method.operation)) continue;
      const problem = await callOnce(group, method).catch((error: Error) => error.message);
      if (problem !== undefined)
        failed.set(method.operation.id, refused === "" ? problem : `${problem} ${refused}`);
    }
  await server.close();
  return failed;

  async function callOnce(group: ClientGroup, method: ClientMethod): Promise<string | undefined> {
    received = undefined;
    refused = "";
    const { operation } = method;
    let path: unknown[] = method.pathParameters.map(({ parameter }) =>
      values.ofParameter(parameter),
    );
    const body = values.ofBody(operation);
    const others = method.parameters.flatMap((parameter) => {
      const value = values.ofParameter(parameter);
      return value === undefined ? [] : [{ parameter, value }];
    });
    const pathNames = method.pathParameters.map(({ parameter }) => parameter.name);
    const sent: Record<string, unknown> = {
      ...(typeof body === "object" && body),
      ...Object.fromEntries(pathNames.map((name, index) => [name, path[index]])),
    };
    answer = values.answerOf(method, sent);
    // The client expects its identifier in the result, which may have another form of it.
    path = pathNames.map((name) => sent[name]);
    const given = [
      ...path,
      ...(operation.body ? [body] : []),
      ...(others.length > 0
        ? [Object.fromEntries(others.map(({ parameter, value }) => [parameter.name, value]))]
        : []),
    ];
    const target = group.property ? client[group.property] : client;
    const call = target?.[method.name]?.(...(given as never[])) as {
      withResponse(): Promise<{ data: unknown; status: number }>;
    };
    const { data, status } = await call.withResponse();
    if (status !== answer.status) return `${status} instead of ${answer.status}`;
    const { body: got, params, query, headers, cookies = {} } = (received ?? {}) as HandlerContext;
    const [arrivedBody, sentBody] = operation.body?.form
      ? [asPairs(got), asPairs(body)]
      : [got, body];
    if (!isSame(arrivedBody, sentBody, true))
      return `the handler got ${differenceOf(arrivedBody, sentBody)}`;
    const parts: Record<string, SentFields> = {
      path: params,
      query,
      header: headers,
      cookie: cookies,
    };
    for (const { parameter, value } of [
      ...method.pathParameters.map(({ parameter }, index) => ({ parameter, value: path[index] })),
      ...others,
    ]) {
      const { in: place, name } = parameter;
      const arrived = parts[place]?.[place === "header" ? name.toLowerCase() : name];
      if (!isSame(asPairs(arrived) ?? {}, asPairs(value) ?? {}, true))
        return `the handler got ${name} ${show(arrived)} instead of ${show(value)}`;
    }
    const { body: whole } = answer;
    if (isIterable(whole)) {
      const [items, others] = await Promise.all([data, whole].map(listItems));
      return isSame(items, others, true)
        ? undefined
        : `the result is ${differenceOf(items, others)}`;
    }
    if (isRedirect(answer))
      return data === elsewhere ? undefined : `the result is ${show(data)} instead of ${elsewhere}`;
    const wanted = method.envelope ? (whole as { data: unknown }).data : whole;
    return isSame(data, wanted) ? undefined : `the result is ${differenceOf(data, wanted)}`;
  }
}

/** Where redirects lead. */
const elsewhere = "https://elsewhere.example.com/1";

interface PlannedAnswer {
  status: number;
  body?: unknown;
  headers?: SentFields;
}

/** Values for the calls of a contract. */
class Values {
  readonly #contract: Contract;
  readonly #samples = new SampleMaker();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  ofParameter({ schema }: Parameter): Json | undefined {
    const { shapeOf } = requestShapesOf(this.#contract);
    return this.#samples.make(shapeOf(schema), { name: "text" });
  }

  /** A body with its optional fields. @throws {Error} if no value of its schema is found */
  ofBody({ body }: Operation): unknown {
    if (!body) return undefined;
    if (bodyKind(body.mediaType) === "bytes") return new Uint8Array([1, 2, 3]);
    const value = this.#whole(requestShapesOf(this.#contract).shapeOf(body.schema));
    const files = body.form?.files ?? [];
    if (files.length === 0 || value === null || typeof value !== "object") return value;
    const entries = Object.entries(value).map(([name, one]) => {
      const file = new Blob(["file"]);
      return [name, files.includes(name) ? (Array.isArray(one) ? [file] : file) : one];
    });
    return Object.fromEntries(entries);
  }

  /** The first success of an operation, which repeats what the client expects of the request. */
  answerOf(
    { operation, result, envelope }: ClientMethod,
    sent: Record<string, unknown>,
  ): PlannedAnswer {
    const [success] = listSuccesses(operation);
    if (!success) return { status: 200 };
    const { status, mediaType, schema = {}, headers } = success;
    const { shapeOf } = shapesOf(this.#contract);
    const kind = mediaType === undefined ? undefined : bodyKind(mediaType);
    const item = kind === "lines" || kind === "events" ? this.#whole(shapeOf(schema)) : undefined;
    const isText = kind === "text" && follow(shapeOf(schema)).kind === "anything";
    const body =
      kind === "lines"
        ? streamOf(item)
        : kind === "events"
          ? streamOf({ data: item })
          : kind &&
            (kind === "bytes"
              ? new Uint8Array([1, 2, 3])
              : isText
                ? "text"
                : this.#whole(shapeOf(schema)));
    const data = envelope ? (body as { data: unknown }).data : body;
    if (isTree(data))
      for (const [field, name] of Object.entries(findEchoes(this.#contract, operation, result))) {
        const shape = fieldsOf(result)[field]?.shape;
        // An id that is a number in the path may be a text in the result.
        const same = [sent[name], String(sent[name])].find(
          (value) => shape !== undefined && this.#samples.fits(shape, value),
        );
        if (data[field] !== undefined && same !== undefined) data[field] = same;
        else if (data[field] !== undefined) sent[name] = String(data[field]);
      }
    const required = headers.filter(isGiven);
    return {
      status,
      body,
      headers: {
        ...Object.fromEntries(
          required.map(({ name, schema: one }) => [
            name.toLowerCase(),
            this.#samples.make(shapeOf(one), { name: "text" }),
          ]),
        ),
        ...(isRedirect(success) && { location: elsewhere }),
      },
    };
  }

  #whole(shape: Shape): Json {
    const value = this.#samples.make(shape, { isWhole: true, name: "text" });
    if (value === undefined) throw new Error(`no value of ${shape.annotations.pointer} was found`);
    return value;
  }
}

/** A stream of one item, which can be read again. */
function streamOf(item: unknown): AsyncIterable<unknown> {
  return {
    async *[Symbol.asyncIterator]() {
      yield item;
    },
  };
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

async function listItems(stream: unknown): Promise<unknown[]> {
  const items: unknown[] = [];
  for await (const item of stream as AsyncIterable<unknown>) items.push(item);
  return items;
}

/** Whether two values are the same JSON. @param mayHaveMore whether the first may have fields more, which are defaults */
function isSame(one: unknown, other: unknown, mayHaveMore = false): boolean {
  const first = asPlainJson(one);
  const second = asPlainJson(other);
  return isDeepStrictEqual(mayHaveMore ? fieldsAlso(first, second) : first, second);
}

/** A value with the fields alone that another has too. */
function fieldsAlso(value: unknown, other: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(other))
    return value.map((item, index) => fieldsAlso(item, other[index]));
  if (!isTree(value) || !isTree(other)) return value;
  const shared = Object.entries(value).filter(([name]) => Object.hasOwn(other, name));
  return Object.fromEntries(shared.map(([name, one]) => [name, fieldsAlso(one, other[name])]));
}

/** A value as forms, queries and headers have it: an object or a list without entries leaves nothing there. */
function asPairs(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(asPairs).filter((item) => item !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isTree(value)) return value;
  const fields = Object.entries(value)
    .map(([name, one]) => [name, asPairs(one)] as const)
    .filter(([, one]) => one !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

function asPlainJson(value: unknown): unknown {
  if (value instanceof Uint8Array) return [...value];
  const text = JSON.stringify(value, (_, one: unknown) =>
    one instanceof Blob ? { size: one.size } : one,
  );
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** The first place where two values differ. */
function differenceOf(got: unknown, wanted: unknown, path = ""): string {
  const one = asPlainJson(got);
  const other = asPlainJson(wanted);
  if (isTree(one) && isTree(other))
    for (const name of new Set([...Object.keys(other), ...Object.keys(one)]))
      if (!isSame(one[name], other[name], true))
        return differenceOf(one[name], other[name], `${path}/${name}`);
  if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
    for (const [index, item] of other.entries())
      if (!isSame(one[index], item, true))
        return differenceOf(one[index], item, `${path}/${index}`);
  return `${path} ${show(one)} instead of ${show(other)}`;
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 150);
}

const [, script, file, folder, flag] = process.argv;
if (script === import.meta.filename && file && folder) {
  const result = await tryDocument(file, folder, flag !== "--skip-types");
  console.log(`result ${JSON.stringify(result)}`);
  process.exit();
}
