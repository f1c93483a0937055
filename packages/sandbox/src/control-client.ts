// The client of the control plane for programs that are not in the sandbox's process: the console and the command line.
import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../../../generated/control/types.d.ts";

/** Shapes of the control plane. */
export type ControlSchemas = components["schemas"];

/** A field that is wrong, and what is wrong with it. */
export interface WrongField {
  /** Names and positions joined by dots; empty for the input as a whole. */
  path: string;
  message: string;
}

/** The control plane refused a call. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** HTTP status. */
  readonly status: number;
  /** As the control plane has it; undefined where the response is none of its. */
  readonly code: string | undefined;
  readonly fields: readonly WrongField[];

  constructor(status: number, error: ControlSchemas["Problem"] | undefined) {
    super(error?.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error?.code;
    this.fields = readFields(error?.details);
  }
}

/** How the control plane is reached. */
export interface ControlClientOptions {
  /** Where it is, like `http://127.0.0.1:4020/_sandbox/api`. */
  baseUrl: string;
  /** The control token, where there is one; asked for before each call. */
  token(): string | undefined;
}

/** The control plane, typed by its contract. */
export function createControlClient({ baseUrl, token }: ControlClientOptions): Client<paths> {
  const client = createClient<paths>({ baseUrl, cache: "no-store" });
  client.use({
    onRequest: ({ request }) => {
      const given = token();
      if (given) request.headers.set("authorization", `Bearer ${given}`);
    },
  });
  return client;
}

/**
 * What a call responds with.
 *
 * @throws {ControlError} where it was refused
 */
export async function take<Data>(
  call: Promise<{ data?: Data; error?: ControlSchemas["Failure"]; response: Response }>,
): Promise<Data> {
  const { data, error, response } = await call;
  if (response.ok && data !== undefined) return data;
  throw new ControlError(response.status, typeof error === "object" ? error.error : undefined);
}

function readFields(details: Record<string, unknown> | undefined): WrongField[] {
  return Object.values(details ?? {})
    .flat()
    .filter((entry): entry is WrongField => {
      const { path, message } = (entry ?? {}) as Partial<WrongField>;
      return typeof path === "string" && typeof message === "string";
    });
}
