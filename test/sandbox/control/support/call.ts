import document from "@pix-contract/control/openapi.json" with { type: "json" };
import Ajv from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect } from "vitest";
import type { RunningSandbox } from "../../../../packages/sandbox/src/create-sandbox.ts";

/** What a call has in addition to its method and path. */
export interface Given {
  body?: unknown;
  headers?: Record<string, string>;
}

/** An answer of the control plane. */
export interface ReadResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is checked against the contract, by its schema.
  body: any;
}

const ajv = new Ajv.default({ strict: false, allErrors: true });
addFormats.default(ajv, ["date-time"]);
ajv.addFormat("int32", true).addFormat("int64", true).addFormat("double", true);
ajv.addSchema({ $id: "control", components: document.components });

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    steps: path.split("/"),
  })),
);

/** Ids of all operations. */
export const operationIds = operations.map(({ operationId }) => operationId).sort();

/** Ids of the operations that have answered a success. */
export const succeeded = new Set<string>();

/** Calls the control plane without a port; an answer that its contract does not know fails the test. */
export async function call(
  { fetch }: Pick<RunningSandbox, "fetch">,
  method: string,
  path: string,
  { body, headers = {} }: Given = {},
): Promise<ReadResponse> {
  const response = await fetch(`http://localhost/_sandbox/api${path}`, {
    method,
    headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const answer = {
    status: response.status,
    headers: response.headers,
    body: await response.json(),
  };
  checkResponse(method, path, answer);
  return answer;
}

function checkResponse(method: string, path: string, { status, body }: ReadResponse): void {
  const operation = findOperation(method, path);
  const check = status === 200 ? successCheck(operation) : checkFailure;
  expect
    .soft(check(body) ? [] : check.errors, `${method} ${path} ${status} ${JSON.stringify(body)}`)
    .toEqual([]);
  if (status === 200 && operation) succeeded.add(operation.operationId);
}

function findOperation(method: string, path: string) {
  const given = (path.split("?")[0] ?? "").split("/");
  const fits = (step: string, index: number): boolean =>
    step === given[index] || step.startsWith("{");
  return operations
    .filter((operation) => operation.method === method && operation.steps.length === given.length)
    .filter(({ steps }) => steps.every(fits))
    .sort((a, b) => Number(a.steps.join().includes("{")) - Number(b.steps.join().includes("{")))[0];
}

const checkFailure = ajv.compile({ $ref: "control#/components/schemas/Failure" });
/** Compiled once for each operation: that takes longer than a call. */
const checks = new Map<string | undefined, typeof checkFailure>();

function successCheck(operation: (typeof operations)[number] | undefined): typeof checkFailure {
  const { operationId, responses } = operation ?? {};
  const schema = responses?.["200"]?.content?.["application/json"]?.schema;
  if (!schema) throw new Error(`${operationId} has no answer of JSON.`);
  const text = JSON.stringify(schema).replaceAll('"#/', '"control#/');
  const check = checks.get(operationId) ?? ajv.compile(JSON.parse(text) as object);
  checks.set(operationId, check);
  return check;
}

/** A client of the service that neither waits long nor repeats, where it is not asked to. */
export const quick = { retry: { firstDelay: 2, maxDelay: 10 } };

/** A charge as the service's contract has it. */
export { charge } from "../../../support/samples.ts";

/** A transfer as the service's contract has it. */
export const transfer = { amount: 10_000, pixKey: "destino@example.com" };

/** Asks a sandbox for a token. */
export function logIn(
  { fetch }: Pick<RunningSandbox, "fetch">,
  apiKey: string,
  apiSecret: string,
): Promise<Response> {
  const headers = { authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}` };
  return fetch("http://localhost/api/auth", { method: "POST", headers });
}

/** The `Authorization` of the first company. */
export async function authorize(sandbox: RunningSandbox): Promise<string> {
  const { apiKey, apiSecret } = sandbox.credentials;
  const answer = await logIn(sandbox, apiKey, apiSecret ?? "");
  return `Bearer ${((await answer.json()) as { token: string }).token}`;
}
