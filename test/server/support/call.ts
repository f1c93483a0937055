import type { Json } from "@packages/contract/src/openapi.ts";
import { contract } from "../../support/contract.ts";
import type { TestServer } from "./adapters.ts";

/** An answer of a server, read to its end. */
export interface CallResponse {
  status: number;
  headers: Record<string, string | undefined>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at bodies of every shape
  body: any;
}

/** Changes to a valid call: undefined removes a header. */
export interface Changes {
  body?: Json | undefined;
  rawBody?: string | Buffer;
  headers?: Record<string, string | undefined>;
  path?: string;
  method?: string;
  remoteAddress?: string;
}

/** The contract's example of an operation's body, as complete as it has one. */
export function bodyOf(id: string): Record<string, Json> {
  const value = contract.operations.find((operation) => operation.id === id)?.body?.examples[0]
    ?.value;
  return structuredClone(value ?? {}) as Record<string, Json>;
}

let keys = 0;

/** Calls an operation with a valid request, changed where the test says so, without a network. */
export async function call(
  server: Pick<TestServer, "inject">,
  id: string,
  credentials: string | undefined,
  changes: Changes = {},
): Promise<CallResponse> {
  const operation = contract.operations.find((candidate) => candidate.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  keys += 1;
  const headers: Record<string, string | undefined> = {
    authorization: credentials,
    ...(operation.body && { "content-type": "application/json" }),
    ...(operation.idempotency && { [operation.idempotency.header]: `key-${keys}` }),
    ...changes.headers,
  };
  const path = operation.parameters
    .filter((parameter) => parameter.in === "path")
    .reduce(
      (text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(String(example))),
      operation.path,
    );
  const body = "body" in changes ? changes.body : operation.body && bodyOf(id);
  const payload = changes.rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await server.inject({
    method: (changes.method ?? operation.method) as "POST",
    url: changes.path ?? path,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([, value]) => value !== undefined),
    ) as Record<string, string>,
    ...(payload !== undefined && { payload }),
    ...(changes.remoteAddress !== undefined && { remoteAddress: changes.remoteAddress }),
  });
  const text = response.payload;
  return {
    status: response.statusCode,
    headers: response.headers as Record<string, string | undefined>,
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** The value of an `Authorization` header of HTTP Basic. */
export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** The value of an `Authorization` header with a new token of the sample. */
export async function bearer(
  server: Pick<TestServer, "inject">,
  username = "key",
  password = "secret",
): Promise<string> {
  const { body } = await call(server, "issueToken", basic(username, password));
  return `Bearer ${body.token}`;
}

/** A clock that stands still until it is moved. */
export function makeClock(start = Date.parse("2026-11-20T15:00:00.250Z")) {
  let now = start;
  return {
    now: (): number => now,
    /** Moves the clock by milliseconds. */
    pass: (milliseconds: number): void => {
      now += milliseconds;
    },
  };
}
