import { randomUUID } from "node:crypto";
import type { Operation } from "../../scripts/contract/model.ts";
import { contract } from "../support/contract.ts";

/** The server that the suite is held against. */
export interface Target {
  /** Name of its file of divergences. */
  name: string;
  url: string;
  /** Whether it answers as `Prefer: code=…, example=…` asks. */
  prefers: boolean;
  /** Values of path parameters that lead to something; the examples of the contract where there are none. */
  parameters: Readonly<Record<string, string>>;
  /** Value of the `Authorization` header for a security scheme. */
  authorize(scheme: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the target: the server at `CONTRACT_TARGET`, or the mock, started for the occasion.
 *
 * - `CONTRACT_TARGET`: base URL of a server
 * - `CONTRACT_TARGET_NAME`: name of its file in divergences/, without one none are allowed
 * - `CONTRACT_API_KEY`, `CONTRACT_API_SECRET`: credentials that it accepts
 * - `CONTRACT_PARAMETERS`: JSON object with values of path parameters that lead to something there, by their names; the
 *   examples of the contract where it is absent
 */
export async function openTarget(): Promise<Target> {
  const {
    CONTRACT_TARGET: given,
    CONTRACT_TARGET_NAME: name = "none",
    CONTRACT_PARAMETERS: found = "{}",
  } = process.env;
  const parameters = JSON.parse(found) as Target["parameters"];
  if (given) return makeTarget({ name, url: given.replace(/\/$/, ""), prefers: false, parameters });
  const { startMock } = await import("../../generated/mock/src/index.ts");
  const mock = await startMock({ port: 0 });
  return makeTarget({ name: "mock", url: mock.url, prefers: true, close: () => mock.close() });
}

function makeTarget(options: Pick<Target, "name" | "url" | "prefers"> & Partial<Target>): Target {
  const tokens = new Map<string, string>();
  const target: Target = {
    close: async () => {},
    parameters: {},
    ...options,
    async authorize(scheme) {
      const kind = contract.securitySchemes[scheme]?.scheme?.toLowerCase();
      if (kind === "basic") {
        const { CONTRACT_API_KEY: key = "key", CONTRACT_API_SECRET: secret = "secret" } = process.env;
        return `Basic ${Buffer.from(`${key}:${secret}`).toString("base64")}`;
      }
      const token = tokens.get(scheme) ?? (await issueToken(target, scheme));
      tokens.set(scheme, token);
      return `Bearer ${token}`;
    },
  };
  return target;
}

async function issueToken(target: Target, scheme: string): Promise<string> {
  const issuer = contract.operations.find(({ token }) => token?.scheme === scheme);
  if (!issuer?.token || !issuer.security) throw new Error(`No operation issues a token for ${scheme}.`);
  const response = await fetch(target.url + issuer.path, {
    method: issuer.method,
    headers: { authorization: await target.authorize(issuer.security) },
  });
  const body = (await response.json()) as Record<string, unknown>;
  const token = body[issuer.token.token];
  if (typeof token !== "string") throw new Error(`${target.url}${issuer.path} issued no token: ${response.status}.`);
  return token;
}

/** A request to an operation, as `fetch` takes it. */
export interface TargetRequest {
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
}

/** A valid request to an operation, made of its examples; `changes` replace parts of it, undefined removes a header. */
export async function makeRequest(
  target: Target,
  operation: Operation,
  changes: { headers?: Record<string, string | undefined>; body?: unknown; path?: string } = {},
): Promise<TargetRequest> {
  const headers: Record<string, string> = {};
  let path = changes.path ?? operation.path;
  for (const parameter of operation.parameters) {
    if (parameter.in === "path")
      path = path.replace(
        `{${parameter.name}}`,
        encodeURIComponent(target.parameters[parameter.name] ?? String(parameter.example)),
      );
    // Each request is one of its own: with the example's key, a server would answer the second as the first.
    const isKey = parameter.name === operation.idempotency?.header;
    if (parameter.in === "header") headers[parameter.name] = isKey ? randomUUID() : String(parameter.example);
  }
  if (operation.security) headers.authorization = await target.authorize(operation.security);
  const body = "body" in changes ? changes.body : operation.body?.examples[0]?.value;
  if (operation.body) headers["content-type"] = operation.body.mediaType;
  for (const [name, value] of Object.entries(changes.headers ?? {})) {
    if (value === undefined) delete headers[name];
    else headers[name] = value;
  }
  return {
    url: target.url + path,
    method: operation.method,
    headers,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
}

/** An answer, read to its end. */
export interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Sends a request and reads the answer, whose body is parsed where it says that it is JSON. */
export async function send({ url, ...init }: TargetRequest): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  const json = /\bjson\b/.test(response.headers.get("content-type") ?? "");
  return { status: response.status, headers: response.headers, body: json && text ? JSON.parse(text) : text };
}
