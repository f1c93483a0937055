// A generated server, asked as spector asks: over HTTP and in process.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Operation } from "@packages/contract/src/model.ts";
import type { Built } from "./build.ts";
import {
  type Api,
  findOperation,
  importSpector,
  readValue,
  type Scenario,
  type SpectorBody,
  spectorTools,
} from "./scenarios.ts";

const config = { baseUrl: "http://localhost:3000" };

interface HandlerContext {
  body: unknown;
  reply: { send(status: number, body?: unknown, headers?: object): unknown };
}

/** The body of a request, in the media type that the contract has for it: some scenarios name another. */
function bodyOf(
  { body: declared }: Operation,
  { body }: NonNullable<Api["request"]>,
): { body?: SpectorBody } {
  if (!body || !("rawContent" in body)) return {};
  return { body: { ...body, contentType: declared?.mediaType ?? body.contentType } };
}

/** Runs every scenario of a spec, and names those that fail with why. */
export async function tryServer(
  { folder, contract }: Built,
  scenarios: Scenario[],
): Promise<Map<string, string>> {
  const load = async (path: string) => import(pathToFileURL(join(folder, "server/src", path)).href);
  const { createSpecServer } = await load("index.ts");
  const { specHandler } = await load("fetch.ts");
  let asked: Api | undefined;
  let wrong: string | undefined;
  const { matchValues, expandDyns } = await spectorTools();
  const handler = ({ body, reply }: HandlerContext): unknown => {
    const { request, response } = asked as Api;
    const found = findOperation(contract, asked as Api);
    const { body: given } = found && request ? bodyOf(found.operation, request) : {};
    const sent = given && readValue(given, config);
    const isSame = sent === undefined || matchValues(body, sent).pass || Buffer.isBuffer(sent);
    if (!isSame) wrong = `the handler got ${JSON.stringify(body)} of ${JSON.stringify(sent)}`;
    const answer = response.body && readValue(response.body, config);
    return reply.send(
      response.status,
      answer,
      expandDyns(response.headers ?? {}, config) as object,
    );
  };
  const accept = () => ({ caller: {}, callerId: "any" });
  const options = {
    handlers: Object.fromEntries(contract.operations.map(({ id }) => [id, handler])),
    authenticators: Object.fromEntries(
      Object.keys(contract.securitySchemes).map((name) => [name, accept]),
    ),
    logger: false,
  };
  const server = await createSpecServer(options);
  const address = (await server.listen({ port: 0, host: "127.0.0.1" })) as string;
  const handle = specHandler(options) as (request: Request) => Promise<Response>;
  const failed = new Map<string, string>();
  const { makeServiceCall } = await importSpector("spector/dist/src/actions/helper.js");
  const overHttp = globalThis.fetch;
  try {
    for (const { name, apis } of scenarios) {
      for (const [way, fetch] of [
        ["HTTP", overHttp],
        ["Fetch", (url: string, init: RequestInit) => handle(new Request(url, init))],
      ] as const) {
        for (const api of apis) {
          asked = api;
          wrong = undefined;
          globalThis.fetch = fetch as typeof globalThis.fetch;
          const problem = await askOnce(api).finally(() => {
            globalThis.fetch = overHttp;
          });
          if (problem ?? wrong) failed.set(name, `${way}: ${problem ?? wrong}`);
        }
      }
    }
  } finally {
    await server.close();
  }
  return failed;

  async function askOnce(api: Api): Promise<string | undefined> {
    const { request = {}, response: expected, method } = api;
    const found = findOperation(contract, api);
    if (!found) return "the contract has no such operation";
    const { pathParams: _, headers: given = {}, ...rest } = request;
    // Spector's function adds that of the body.
    const headers = Object.fromEntries(
      Object.entries(given).filter(([name]) => !/^content-type$/i.test(name)),
    );
    const call = {
      ...rest,
      ...bodyOf(found.operation, request),
      headers,
      method,
      url: address + found.url,
    };
    const response: Response = await makeServiceCall(call, config);
    const text = await response.text();
    if (response.status !== expected.status)
      return `${response.status} instead of ${expected.status}: ${text.slice(0, 200)}`;
    for (const [header, value] of Object.entries(
      expandDyns(expected.headers ?? {}, config) as object,
    )) {
      if (response.headers.get(header) !== String(value))
        return `the header ${header} is ${response.headers.get(header)}`;
    }
    if (!expected.body || Buffer.isBuffer(expected.body.rawContent)) return undefined;
    const wanted = readValue(expected.body, config);
    const received = /\bjson$/.test(expected.body.contentType) ? JSON.parse(text) : text;
    const match = matchValues(received, wanted);
    return match.pass
      ? undefined
      : `the body is ${text.slice(0, 200)} instead of ${JSON.stringify(wanted).slice(0, 200)}`;
  }
}
