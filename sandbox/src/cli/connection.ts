import type { components } from "../../../generated/control/types.d.ts";
import { CommandError, type Options, UsageError, type Values } from "./command.ts";
import { invocation } from "./invocation.ts";
import { readUrl } from "./read-arguments.ts";

/** Shapes of the control plane. */
export type Control = components["schemas"];

/** Where a sandbox is that was started without flags. */
export const defaultUrl = "http://127.0.0.1:4020";

/** Flags of every command that talks to a running sandbox. */
export const connectionOptions = {
  url: { type: "string", value: "URL", help: "where the sandbox is (PIX_SANDBOX_URL, or http://127.0.0.1:4020)" },
  "control-token": {
    type: "string",
    value: "TOKEN",
    help: "token of its control plane, where it has one (PIX_SANDBOX_CONTROL_TOKEN)",
  },
} as const satisfies Options;

/** Flags of every command that calls the service as a company does. */
export const credentialOptions = {
  ...connectionOptions,
  "api-key": { type: "string", value: "KEY", help: "key of the company (PIX_SANDBOX_API_KEY, or the first company's)" },
  "api-secret": { type: "string", value: "SECRET", help: "its secret (PIX_SANDBOX_API_SECRET)" },
} as const satisfies Options;

/** Flags of every command that calls the service only where it is asked to. */
export const serviceOptions = {
  service: {
    type: "boolean",
    help: "call the service as a program of the company would: with its limits and triggers",
  },
  ...credentialOptions,
} as const satisfies Options;

/** Whether the flags or the environment ask for the service instead of the control plane. */
export function wantsService(values: Values<typeof serviceOptions>): boolean {
  return values.service || Boolean(values["api-key"] ?? process.env.PIX_SANDBOX_API_KEY);
}

/** What is sent. */
export interface Call {
  method?: "GET" | "POST" | "PATCH" | "DELETE";
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A running sandbox. */
export interface Connection {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  /** Calls the control plane, and gives what it answers. @throws {CommandError} where it refuses */
  control<Answer>(path: string, call?: Call): Promise<Answer>;
  /** Asks the control plane for something that is not read at once. @throws {CommandError} where it refuses */
  open(path: string, call?: Call): Promise<Response>;
}

/** Finds the sandbox that the flags or the environment name. */
export function connect(values: Values<typeof connectionOptions>): Connection {
  const named = values.url ?? (process.env.PIX_SANDBOX_URL || undefined);
  const url = readUrl(values.url === undefined ? "PIX_SANDBOX_URL" : "--url", named ?? defaultUrl);
  const token = values["control-token"] ?? process.env.PIX_SANDBOX_CONTROL_TOKEN;
  const open = (path: string, call: Call = {}): Promise<Response> => {
    const authorization = token ? { authorization: `Bearer ${token}` } : {};
    return send(url, `/_sandbox/api${path}`, { ...call, headers: { ...authorization, ...call.headers } });
  };
  return {
    url,
    open,
    control: async <Answer>(path: string, call?: Call) => readJson<Answer>(await open(path, call), url),
  };
}

/** A sandbox, called as a company. */
export interface Service extends Connection {
  /** Calls the service, and gives the `data` of its answer. @throws {CommandError} where it refuses */
  call<Data>(path: string, call?: Call): Promise<Data>;
}

/** Gets a token for the company that the flags or the environment name. @throws {CommandError} */
export async function logIn(values: Values<typeof credentialOptions>): Promise<Service> {
  const connection = connect(values);
  const { apiKey, apiSecret } = await findCredentials(connection, values);
  const { url } = connection;
  const basic = Buffer.from(`${apiKey}:${apiSecret}`).toString("base64");
  const answer = await send(url, "/api/auth", { method: "POST", headers: { authorization: `Basic ${basic}` } });
  const { token } = await readJson<{ token: string }>(answer, url);
  return {
    ...connection,
    call: async <Data>(path: string, call: Call = {}) => {
      const headers = { authorization: `Bearer ${token}`, ...call.headers };
      return (await readJson<{ data: Data }>(await send(url, path, { ...call, headers }), url)).data;
    },
  };
}

async function findCredentials(connection: Connection, values: Values<typeof credentialOptions>) {
  const apiKey = values["api-key"] ?? process.env.PIX_SANDBOX_API_KEY;
  const apiSecret = values["api-secret"] ?? process.env.PIX_SANDBOX_API_SECRET;
  if (apiKey && apiSecret) return { apiKey, apiSecret };
  if (apiKey || apiSecret) throw new UsageError("--api-key and --api-secret belong together.");
  const found = await connection.control<Control["Credentials"]>("/credentials");
  if (found.apiSecret === null) {
    throw new CommandError(`The secret of ${found.apiKey} was changed: give it with --api-key and --api-secret.`);
  }
  return { apiKey: found.apiKey, apiSecret: found.apiSecret };
}

async function send(url: string, path: string, { method = "GET", body, headers, signal }: Call): Promise<Response> {
  try {
    return await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CommandError(
      `No sandbox answers at ${url}. Start one with '${invocation()} start', or say with --url where it is.`,
      "UNREACHABLE",
      { cause: error },
    );
  }
}

/** @throws {CommandError} where it is the answer of a refusal, or of no sandbox */
export async function readJson<Answer>(response: Response, url: string): Promise<Answer> {
  const text = await response.text();
  const answer = parse(text);
  if (response.ok && answer !== undefined) return answer as Answer;
  const { error } = (answer ?? {}) as { error?: { code?: string; message?: string; details?: unknown } };
  if (typeof error?.code !== "string") {
    throw new CommandError(`${url} answers HTTP ${response.status} and is no sandbox of this version.`, "UNEXPECTED");
  }
  throw new CommandError(describe(error.code, error.message ?? "", error.details), error.code);
}

function describe(code: string, message: string, details: unknown): string {
  if (code === "UNAUTHORIZED") {
    return `${message} Give it with --control-token or PIX_SANDBOX_CONTROL_TOKEN.`;
  }
  const fields = Array.isArray(details) ? details.filter(isInvalidField) : [];
  return [`${message} (${code})`, ...fields.map((field) => `  ${field.path}: ${field.message}`)].join("\n");
}

function isInvalidField(value: unknown): value is { path: string; message: string } {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
