// A generated server, asked as spector asks: over HTTP and in process.
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import type { Operation } from "@packages/contract/src/model.ts";
import { readBodyShape } from "@packages/contract/src/read-layout.ts";
import type { Built } from "./build.ts";
import {
  type Api,
  findOperation,
  importSpector,
  isAgainstContract,
  readEvents,
  readForm,
  readValue,
  type Scenario,
  type SpectorBody,
  type SpectorForm,
  spectorTools,
  withoutFiles,
} from "./scenarios.ts";

const config = { baseUrl: "http://localhost:3000" };

interface HandlerContext {
  body: unknown;
  reply: { send(status: number, body?: unknown, headers?: object): unknown };
}

/** The body of a request, in a media type that the contract has for it: some scenarios name another. */
function bodyOf(
  { body: declared }: Operation,
  { body }: NonNullable<Api["request"]>,
): { body?: SpectorBody | SpectorForm } {
  if (!body || !("rawContent" in body)) return body ? { body } : {};
  const types = declared
    ? [declared, ...(declared.others ?? [])].map(({ mediaType }) => mediaType)
    : [];
  const isKnown = types.includes(body.contentType) || types[0]?.includes("*");
  return { body: isKnown ? body : { ...body, contentType: types[0] ?? body.contentType } };
}

/** Whether a body is a list of items, each of which is sent when it is there. */
function isStream(body: SpectorBody | undefined): boolean {
  return /jsonl$|event-stream$/.test(body?.contentType ?? "");
}

function readStream({ contentType }: SpectorBody, text: string): unknown[] {
  if (contentType === "text/event-stream") return readEvents(text);
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
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
  const handler = async ({ body, reply }: HandlerContext): Promise<unknown> => {
    const { request, response } = asked as Api;
    const found = findOperation(contract, asked as Api);
    const { body: given } = found && request ? bodyOf(found.operation, request) : {};
    const sent = given && (await withoutFiles(readSent(found?.operation, given)));
    const received = await withoutFiles(body);
    const isSame = Buffer.isBuffer(sent)
      ? sent.equals(body as Uint8Array)
      : sent === undefined || matchValues(received, sent).pass;
    if (!isSame)
      wrong = `the handler got ${JSON.stringify(received)} of ${JSON.stringify(sent)}`.slice(
        0,
        400,
      );
    const answer = response.body && readValue(response.body, config);
    const known = found?.operation.responses.find(({ status }) => status === response.status);
    const isChosen = known?.others || known?.mediaType?.includes("*");
    return reply.send(
      response.status,
      isStream(response.body) ? Readable.from(answer as unknown[]) : answer,
      {
        ...(expandDyns(response.headers ?? {}, config) as object),
        ...(isChosen && { "content-type": response.body?.contentType }),
      },
    );
  };
  /** What a handler gets of a body. */
  const readSent = (operation: Operation | undefined, body: SpectorBody | SpectorForm): unknown => {
    if ("rawContent" in body) return readValue(body, config);
    return operation?.body && readForm(body, readBodyShape(contract, operation.body));
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
    const bytes = Buffer.from(await response.arrayBuffer());
    const text = bytes.toString();
    const isAgainst = isAgainstContract(found.operation, api);
    const statuses = isAgainst ? [400, 406] : [expected.status];
    if (!statuses.includes(response.status))
      return `${response.status} instead of ${expected.status}: ${text.slice(0, 200)}`;
    for (const [header, value] of Object.entries(
      expandDyns(expected.headers ?? {}, config) as object,
    )) {
      if (response.headers.get(header) !== String(value))
        return `the header ${header} is ${response.headers.get(header)}`;
    }
    if (!expected.body || isAgainst) return undefined;
    const type = (response.headers.get("content-type") ?? "").replace(/;.*/, "");
    if (type !== expected.body.contentType) return `the body is ${type}`;
    const wanted = readValue(expected.body, config);
    if (Buffer.isBuffer(wanted))
      return wanted.equals(bytes) ? undefined : `the body has ${bytes.length} bytes`;
    const received = isStream(expected.body)
      ? readStream(expected.body, text)
      : /\bjson$/.test(type)
        ? JSON.parse(text)
        : text;
    const match = matchValues(received, wanted);
    return match.pass
      ? undefined
      : `the body is ${text.slice(0, 200)} instead of ${JSON.stringify(wanted).slice(0, 200)}`;
  }
}
