// One document of somebody else: its packages, compiled strictly, and a call of each of its operations from the generated
// client to the generated server, with values that are made of the schemas.

import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { findEchoes } from "@packages/contract/src/echoes.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import type { Json } from "@packages/contract/src/openapi.ts";
import { readBodyShape } from "@packages/contract/src/read-layout.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import {
  buildClientModel,
  type ClientGroup,
  type ClientMethod,
} from "../../packages/generator/src/client/client-model.ts";
import { buildAll } from "../../packages/generator/src/pipeline.ts";
import { sampleOf } from "../../packages/generator/src/samples.ts";

const home = join(import.meta.dirname, "../..");
const project = { name: "spec", version: "0.0.0", license: "MIT", dependencies: {} };

/** What became of a document. */
export interface DocumentResult {
  /** Operations and notifications of the document. */
  operations: number;
  accepted: number;
  /** Errors of the strict compiler. */
  errors: number;
  /** Operations whose call gave the handler what was sent, and the caller what the handler answered. */
  called: number;
  callable: number;
  /** Reasons, of which the first are shown. */
  reasons: string[];
}

/** Makes the packages of a document in a folder, and tries them. */
export async function tryDocument(file: string, folder: string): Promise<DocumentResult> {
  const result = {
    operations: 0,
    accepted: 0,
    errors: 0,
    called: 0,
    callable: 0,
    reasons: [] as string[],
  };
  try {
    const { outputs, derived, contract, leftOut } = await buildAll(file, folder, {
      skipUnsupported: true,
    });
    for (const output of [...outputs, ...derived])
      for (const [path, text] of Object.entries(output.files)) {
        await mkdir(dirname(join(output.folder, path)), { recursive: true });
        await writeFile(join(output.folder, path), text);
      }
    result.accepted = contract.operations.length + contract.notifications.length;
    result.operations = result.accepted + leftOut.length;
    result.reasons.push(...leftOut.map((line) => line.replace(/^\S+?: /, "")));
    const complaints = await compile(folder);
    result.errors = complaints.length;
    result.reasons.push(...complaints);
    const failed = await callAll(withoutExamples(contract), join(folder, "generated"));
    result.callable = contract.operations.filter(({ token }) => !token).length;
    result.called = result.callable - failed.size;
    result.reasons.push(...[...failed].map(([id, why]) => `${id}: ${why}`));
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    result.reasons.push(...error.message.split("\n"));
  }
  return result;
}

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

interface HandlerContext {
  body: unknown;
  reply: { send(status: number, body?: unknown, headers?: object): unknown };
}

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
  let received: unknown;
  const answers = new Map(contract.operations.map((one) => [one.id, answerOf(contract, one)]));
  const handlers = Object.fromEntries(
    contract.operations.map(({ id }) => [
      id,
      ({ body, reply }: HandlerContext) => {
        received = body;
        const { status = 200, body: sent, headers } = answers.get(id) ?? {};
        return reply.send(status, sent, headers);
      },
    ]),
  );
  const accept = () => ({ caller: {}, callerId: "any" });
  const names = [...new Set(contract.operations.flatMap(({ security }) => security.flat()))];
  const server = (await createSpecServer?.({
    handlers,
    authenticators: Object.fromEntries(names.map((name) => [name, accept])),
    logger: false,
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
      const problem = await callOnce(group, method).catch((error: Error) => error.message);
      if (problem !== undefined) failed.set(method.operation.id, problem);
    }
  await server.close();
  return failed;

  async function callOnce(group: ClientGroup, method: ClientMethod): Promise<string | undefined> {
    const { operation } = method;
    const body = operation.body && bodyOf(contract, operation);
    // The client expects what it sent in the result.
    const echoes = Object.entries(findEchoes(contract, operation, method.result));
    const echoed = (name: string): unknown => {
      const [field = name] = echoes.find(([, sent]) => sent === name) ?? [];
      const value = (answers.get(operation.id)?.body as Record<string, unknown> | undefined)?.[
        field
      ];
      return /string|number/.test(typeof value) && value !== "" ? value : undefined;
    };
    const given = [
      ...method.pathParameters.map(
        ({ parameter, shape }) =>
          echoed(parameter.name) ?? parameter.example ?? sampleOf(shape, false, "text"),
      ),
      ...(operation.body ? [body] : []),
      ...(method.parameters.length > 0
        ? [
            Object.fromEntries(
              method.parameters.map(({ name, example, shape, required }) => [
                name,
                required ? (example ?? sampleOf(shape, false, "text")) : undefined,
              ]),
            ),
          ]
        : []),
    ];
    received = undefined;
    const target = group.property ? client[group.property] : client;
    const call = target?.[method.name]?.(...(given as never[])) as {
      withResponse(): Promise<{ data: unknown; status: number }>;
    };
    const { data, status } = await call.withResponse();
    const { status: expected = 200, body: sent } = answers.get(operation.id) ?? {};
    if (status !== expected) return `${status} instead of ${expected}`;
    if (!isSame(received, body))
      return `the handler got ${show(received)} instead of ${show(body)}`;
    const wanted = method.envelope ? (sent as { data: unknown }).data : sent;
    return isSame(data, wanted)
      ? undefined
      : `the result is ${show(data)} instead of ${show(wanted)}`;
  }
}

/** A body for a request: with its optional fields, if such a value can be made. */
function bodyOf(contract: Contract, { body }: Operation): unknown {
  if (!body) return undefined;
  if (bodyKind(body.mediaType) === "bytes") return new Uint8Array([1, 2, 3]);
  const value = sample(readBodyShape(contract, body));
  const files = body.form?.files ?? [];
  if (files.length === 0 || value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).map(([name, one]) => {
    const file = new Blob(["file"]);
    return [name, files.includes(name) ? (Array.isArray(one) ? [file] : file) : one];
  });
  return Object.fromEntries(entries);
}

function sample(shape: Shape): Json | undefined {
  return sampleOf(shape, true, "text") ?? sampleOf(shape, false, "text");
}

function answerOf(contract: Contract, operation: Operation) {
  const [success] = listSuccesses(operation);
  if (!success) return { status: 200, body: undefined, headers: {} };
  const { status, mediaType, schema = {}, headers } = success;
  const { shapeOf } = shapesOf(contract);
  const kind = mediaType === undefined ? undefined : bodyKind(mediaType);
  const whole = kind && (kind === "bytes" ? new Uint8Array([1, 2, 3]) : sample(shapeOf(schema)));
  const text =
    kind === "text" && typeof whole !== "string" && follow(shapeOf(schema)).kind === "anything";
  return {
    status,
    body: text ? "text" : whole,
    headers: Object.fromEntries(
      headers
        .filter(({ required }) => required)
        .map(({ name, example, schema: one }) => [
          name.toLowerCase(),
          example ?? sampleOf(shapeOf(one), false, "text"),
        ]),
    ),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  const replacer = (_: string, value: unknown): unknown =>
    value instanceof Blob ? { size: value.size } : value;
  const plain = (value: unknown): unknown =>
    value instanceof Uint8Array
      ? [...value]
      : value === undefined
        ? undefined
        : JSON.parse(JSON.stringify(value, replacer));
  return isDeepStrictEqual(plain(one), plain(other));
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? "nothing").slice(0, 150);
}

const [, script, file, folder] = process.argv;
if (script === import.meta.filename && file && folder) {
  const result = await tryDocument(file, folder);
  console.log(`result ${JSON.stringify(result)}`);
  process.exit();
}
