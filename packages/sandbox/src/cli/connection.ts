import { createPixClient, InvalidRequestError, PixApiError, type PixClient } from "@pix-contract/client";
import type { Client } from "openapi-fetch";
import type { paths } from "../../../../generated/control/types.d.ts";
import { ControlError, type ControlSchemas, createControlClient, take } from "../control-client.ts";
import { CommandError, type CredentialOptions, type SandboxOptions, UsageError } from "./command.ts";
import { invocation } from "./invocation.ts";

/** A running sandbox. */
export interface Connection {
  /** Where it is, without a slash at the end. */
  readonly url: string;
  readonly control: Client<paths>;
  /** What a call of the control plane responds with. @throws {CommandError} where it is refused */
  take<Data>(call: Parameters<typeof take<Data>>[0]): Promise<Data>;
}

/** Finds the sandbox that the options name. */
export function connect({ url, controlToken }: SandboxOptions): Connection {
  return {
    url,
    control: createControlClient({ baseUrl: `${url}/_sandbox/api`, token: () => controlToken || undefined }),
    take: (call) => explaining(url, () => take(call)),
  };
}

/** A sandbox, called as a company. */
export interface Service {
  readonly url: string;
  /** The client of the service. Its raw calls leave it to the service to judge a body. */
  readonly pix: PixClient["raw"];
  /** The `data` that a call of the service responds with. @throws {CommandError} where it is refused */
  take<Data>(
    call: () => Promise<{ data?: { data: Data }; error?: { error: ServiceError }; response: Response }>,
  ): Promise<Data>;
}

interface ServiceError {
  code: string;
  message: string;
  details?: unknown;
}

/** Calls the service as the company that the options name. @throws {CommandError} */
export async function logIn(options: CredentialOptions): Promise<Service> {
  const connection = connect(options);
  const { url } = connection;
  const credentials = await findCredentials(connection, options);
  // Its address was chosen by whoever has typed it.
  const { raw: pix } = createPixClient({ baseUrl: url, ...credentials, allowInsecure: true, retry: false });
  return {
    url,
    pix,
    take: (call) =>
      explaining(url, async () => {
        const { data, error, response } = await call();
        if (response.ok && data) return data.data;
        if (typeof error?.error?.code !== "string") throw unexpected(url, response.status);
        throw refusal(error.error.code, error.error.message, error.error.details);
      }),
  };
}

async function findCredentials({ control, take }: Connection, options: CredentialOptions) {
  const { apiKey = process.env.PIX_API_KEY, apiSecret = process.env.PIX_API_SECRET } = options;
  if (apiKey && apiSecret) return { apiKey, apiSecret };
  if (apiKey || apiSecret) throw new UsageError("--api-key and --api-secret belong together.");
  const found: ControlSchemas["Credentials"] = await take(control.GET("/credentials"));
  if (found.apiSecret === null) {
    throw new CommandError(`The secret of ${found.apiKey} was changed: give it with --api-key and --api-secret.`);
  }
  return { apiKey: found.apiKey, apiSecret: found.apiSecret };
}

/** Does work that calls a sandbox, and says in a sentence why it failed. @throws {CommandError} */
export async function explaining<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explain(error, url);
  }
}

function explain(error: unknown, url: string): unknown {
  if (error instanceof CommandError || (error instanceof Error && error.name === "AbortError")) return error;
  if (error instanceof ControlError) {
    return error.code === undefined ? unexpected(url, error.status) : refusal(error.code, error.message, error.fields);
  }
  if (error instanceof PixApiError) return refusal(error.code, error.message, error.details);
  if (error instanceof InvalidRequestError)
    return new CommandError(`${error.message} (INVALID_REQUEST)`, "INVALID_REQUEST");
  if (error instanceof SyntaxError) return unexpected(url, 200);
  return new CommandError(
    `No sandbox answers at ${url}. Start one with '${invocation()} start', or say with --url where it is.`,
    "UNREACHABLE",
    { cause: error },
  );
}

function unexpected(url: string, status: number): CommandError {
  return new CommandError(`${url} answers HTTP ${status} and is no sandbox of this version.`, "UNEXPECTED");
}

function refusal(code: string, message: string, details: unknown): CommandError {
  if (code === "UNAUTHORIZED") {
    return new CommandError(`${message} Give it with --control-token or PIX_SANDBOX_CONTROL_TOKEN.`, code);
  }
  const fields = Array.isArray(details) ? details.filter(isWrongField) : [];
  // A sentence of the control plane names its fields already.
  const further = fields.filter((field) => !message.includes(`${field.path} ${field.message}`));
  const lines = [`${message} (${code})`, ...further.map((field) => `  ${field.path}: ${field.message}`)];
  return new CommandError(lines.join("\n"), code);
}

function isWrongField(value: unknown): value is { path: string; message: string } {
  return typeof value === "object" && value !== null && "path" in value && "message" in value;
}
