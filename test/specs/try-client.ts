// A generated client, against spector's own mock server.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { layoutName } from "@packages/contract/src/layout.ts";
import type { Contract, Operation, Parameter } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import {
  buildClientModel,
  type ClientMethod,
  listChosen,
} from "../../packages/generator/src/client/client-model.ts";
import type { Built } from "./build.ts";
import {
  type Api,
  findOperation,
  importSpector,
  isAgainstContract,
  readForm,
  readValue,
  type Scenario,
  type SpectorBody,
  type SpectorForm,
  spectorTools,
} from "./scenarios.ts";

const project = { name: "spec", version: "0.0.0", license: "MIT", dependencies: {} };

/** Starts spector's mock server with some scenarios. */
export async function startMock(
  scenarios: Scenario[],
): Promise<{ url: string; close: () => void }> {
  const { MockApiApp } = await importSpector("spector/dist/src/app/app.js");
  const { logger } = await importSpector("spector/dist/src/logger.js");
  logger.silent = true;
  const app = new MockApiApp({ port: 0, coverageFile: join(tmpdir(), "spector-coverage.json") });
  app.coverageTracker = { trackEndpointResponse: async () => {} };
  app.server.use("/", app.router);
  let listener: { close(): void; closeAllConnections(): void } | undefined;
  const { app: express } = app.server as {
    app: { listen: (...given: unknown[]) => typeof listener };
  };
  const listen = express.listen.bind(express);
  express.listen = (...given) => {
    listener = listen(...given);
    return listener;
  };
  const port = await app.server.start();
  app.resolverConfig = { baseUrl: `http://localhost:${port}` };
  for (const { name, ...scenario } of scenarios) app.registerScenario(name, scenario);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      listener?.closeAllConnections();
      listener?.close();
    },
  };
}

/** Runs every scenario of a spec, and names those that fail with why. */
export async function tryClient(
  { folder, contract }: Built,
  scenarios: Scenario[],
  mock: string,
): Promise<Map<string, string>> {
  const { createSpecClient } = await import(
    pathToFileURL(join(folder, "client/src/client.ts")).href
  );
  const { groups } = buildClientModel(project, contract);
  const { matchValues, expandDyns } = await spectorTools();
  const config = { baseUrl: mock.replace("127.0.0.1", "localhost") };
  const failed = new Map<string, string>();
  for (const { name, apis } of scenarios) {
    for (const api of apis) {
      const problem = await callOnce(name, api).catch((error: Error) => error.message);
      if (problem !== undefined) failed.set(name, problem);
    }
  }
  return failed;

  async function callOnce(name: string, api: Api): Promise<string | undefined> {
    const { request = {}, response: expected } = api;
    const found = findOperation(contract, api);
    if (!found) return "the contract has no such operation";
    const { operation, path, prefix } = found;
    const [group, method] =
      groups
        .flatMap((one) => one.methods.map((each) => [one, each] as const))
        .find(([, each]) => each.operation === operation) ?? [];
    if (!group || !method) return "the client has no such method";
    const credentials = credentialsOf(operation, api);
    const isSecured = Object.keys(credentials).length > 0;
    const options = { baseUrl: mock + prefix, retry: false, ...(isSecured && { credentials }) };
    const client = createSpecClient(options);
    const body = request.body && bodyOf(request.body, method);
    const query = expandDyns(request.query ?? {}, config) as Record<string, unknown>;
    const headers = expandDyns(request.headers ?? {}, config) as Record<string, unknown>;
    const values = [
      ...path,
      ...(operation.body ? [body] : []),
      ...(method.parameters.length > 0
        ? [parametersOf(contract, method.parameters, query, headers)]
        : []),
    ];
    const target = group.property ? client[group.property] : client;
    const choices = listChosen(contract, method).flatMap(({ options }) => options);
    const accept = choices.some(({ name }) => name === "accept") && { accept: headers.accept };
    const send = (options: object) => target[method.name](...values, { ...accept, ...options });
    if (isAgainstContract(operation, api)) {
      const error = await send({}).catch((one: Error) => one);
      return error.name === "InvalidRequestError" ? undefined : "the client sent it";
    }
    const { data, status } = await send({})
      .withResponse()
      .catch((error: { status?: number; message: string; details?: unknown }) => {
        if (error.status === undefined) throw error;
        return { status: error.status, data: error.details, error };
      });
    if (status !== expected.status)
      return `${status} instead of ${expected.status}: ${JSON.stringify(data)?.slice(0, 200)}`;
    if (!expected.body || status >= 400) return undefined;
    const isStream = typeof Object(data)[Symbol.asyncIterator] === "function";
    const result = isStream ? await collect(data) : data;
    const problem = compare(result, readValue(expected.body, config));
    if (problem || !/Reconnect|reconnect/.test(name)) return problem;
    // Whoever reads a stream goes on where it ended: with the id of its last event.
    const { id } = (result as { id: string }[]).at(-1) ?? {};
    const more = await send({ headers: { "Last-Event-ID": id } });
    return compare(await collect(more), [
      { event: "message", data: { message: "world" }, id: "event-2" },
    ]);
  }

  function compare(result: unknown, wanted: unknown): string | undefined {
    const isSame = Buffer.isBuffer(wanted)
      ? result instanceof Uint8Array && wanted.equals(result)
      : matchValues(result, wanted).pass;
    return isSame ? undefined : `the result is ${JSON.stringify(result)?.slice(0, 200)}`;
  }

  function bodyOf(
    body: SpectorBody | SpectorForm,
    { operation, body: shape }: ClientMethod,
  ): unknown {
    const { mediaType } = operation.body ?? {};
    if ("rawContent" in body) {
      const value = readValue(body, config);
      // A file knows its media type.
      return mediaType?.includes("*") && Buffer.isBuffer(value)
        ? new Blob([new Uint8Array(value)], { type: body.contentType })
        : value;
    }
    return shape && readForm(body as SpectorForm, shape);
  }

  function credentialsOf(operation: Operation, { request }: Api): Record<string, unknown> {
    const given = Object.entries({ ...request?.headers, ...request?.query });
    const find = (name: string) =>
      given.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    const all = operation.security.flat().map((name) => {
      const { apiKey, scheme = "bearer" } = contract.securitySchemes[name] ?? {};
      const value = find(apiKey?.name ?? "authorization");
      const text = String(value ?? "none");
      const token = apiKey ? text : text.replace(/^\S+ /, "");
      const credential = /^basic$/i.test(scheme)
        ? { username: "user", password: "password" }
        : token;
      return { name, isGiven: value !== undefined, credential };
    });
    const used = all.some(({ isGiven }) => isGiven) ? all.filter(({ isGiven }) => isGiven) : all;
    return Object.fromEntries(used.map(({ name, credential }) => [name, credential]));
  }
}

async function collect(items: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The parameters of a call as a program gives them: in their types, not as texts. */
function parametersOf(
  contract: Contract,
  parameters: Parameter[],
  query: Record<string, unknown>,
  headers: Record<string, unknown>,
): Record<string, unknown> {
  const { shapeOf } = shapesOf(contract);
  const entries = parameters.flatMap((parameter) => {
    const { name, in: place, schema, required } = parameter;
    const layout = layoutName(parameter);
    const shape = follow(shapeOf(schema));
    const from = place === "query" ? query : headers;
    const raw = Object.entries(from).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    const fixed = shape.kind === "constant" ? shape.value : undefined;
    const value = raw ?? (required ? fixed : undefined);
    if (value === undefined) return [];
    if (shape.kind !== "array") return [[name, typed(value, shape)]];
    const items = Array.isArray(value)
      ? value
      : String(value).split(layout === "repeated" ? "," : (layout ?? ","));
    return [[name, items.map((item) => typed(item, follow(shape.items)))]];
  });
  return Object.fromEntries(entries);
}

function typed(value: unknown, { kind }: Shape): unknown {
  if (kind === "number") return Number(value);
  return kind === "boolean" ? String(value) === "true" : value;
}
