// The client of the control plane for programs that are not in the sandbox's process: the console and the command line.
import type { components, operations } from "@pix-contract/control/types.d.ts";
import type { InvalidField } from "./control/invalid-input-error.ts";

/** Shapes of the control plane. */
export type ControlSchemas = components["schemas"];

/** Id of an operation of the control plane. */
export type OperationId = keyof operations;

/** The response of an operation. */
export type Result<Id extends OperationId> = operations[Id]["responses"] extends {
  200: { content: { "application/json": infer Data } };
}
  ? Data
  : undefined;

type Given<Part> = [Part] extends [never] ? unknown : Part;
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : unknown;

/** The input of an operation: parameters of its path and query, and fields of its body, side by side. */
export type Input<Id extends OperationId> = Given<
  NonNullable<operations[Id]["parameters"]["path"]>
> &
  Given<NonNullable<operations[Id]["parameters"]["query"]>> &
  BodyOf<Id>;

/** A field of an operation's body or query. */
export interface ControlField {
  /** `money` is in centavos. */
  kind: "text" | "time" | "integer" | "number" | "money" | "choice" | "choices" | "object";
  required: boolean;
  nullable: boolean;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  options?: string[];
  /** The contract's description; absent in the console, which has its own messages. */
  about?: string;
}

/** How an operation is called. */
export interface ControlOperation {
  method: string;
  /** As in OpenAPI: `/charges/{id}`. */
  path: string;
  /** Fields of the body by their path: `customer.name`. */
  fields: Record<string, ControlField>;
  query: Record<string, ControlField>;
  /** Numbers of the response that have a unit, by path: centavos or milliseconds. */
  units: Record<string, "money" | "length">;
}

/** Every response of the control plane has this header: another server may answer with errors of the same form. */
export const sandboxHeader = "x-pix-sandbox";

/** The control plane refused a call. */
export class ControlError extends Error {
  override readonly name = "ControlError";
  /** HTTP status. */
  readonly status: number;
  /** As the control plane has it; undefined if another program responded. */
  readonly code: string | undefined;
  readonly fields: readonly InvalidField[];

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
  /** The control token, if there is one; read before each call. */
  token(): string | undefined;
  /** How an operation is called. */
  operationOf(id: OperationId): Pick<ControlOperation, "method" | "path">;
}

/** The control plane, typed by its contract. Every call throws `ControlError` if it is refused. */
export type ControlClient = ReturnType<typeof createControlClient>;

export function createControlClient({ baseUrl, token, operationOf }: ControlClientOptions) {
  /** Calls an operation with an input that is not checked by type. */
  const callWith = async <Id extends OperationId>(
    id: Id,
    input: object = {},
  ): Promise<Result<Id>> => {
    const { method, path } = operationOf(id);
    const rest = new Map<string, unknown>(Object.entries(input));
    const place = path.replace(/\{(\w+)\}/g, (_, name) => {
      const value = rest.get(name);
      rest.delete(name);
      return encodeURIComponent(String(value));
    });
    const given = [...rest].filter(([, value]) => value !== undefined);
    const query =
      method === "GET"
        ? new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
        : "";
    const hasBody = method !== "GET" && given.length > 0;
    const response = await send(`${place}${String(query) && `?${query}`}`, {
      method,
      ...(hasBody && { body: JSON.stringify(Object.fromEntries(given)) }),
      headers: hasBody ? { "content-type": "application/json" } : {},
    });
    return (await response.json()) as Result<Id>;
  };
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const given = token();
    if (given) headers.set("authorization", `Bearer ${given}`);
    const response = await fetch(baseUrl + path, { ...init, headers, cache: "no-store" });
    if (!response.headers.has(sandboxHeader)) throw new ControlError(response.status, undefined);
    if (response.ok) return response;
    const failure = (await response.json().catch(() => undefined)) as
      | Partial<ControlSchemas["Failure"]>
      | undefined;
    throw new ControlError(response.status, failure?.error);
  };
  return {
    callWith,
    /** Calls an operation. */
    call: callWith as <Id extends OperationId>(
      id: Id,
      ...[input]: Partial<Input<Id>> extends Input<Id> ? [input?: Input<Id>] : [input: Input<Id>]
    ) => Promise<Result<Id>>,
    /** Opens the stream of changes. Each part that arrives shows whether something has changed. */
    async openChanges(signal: AbortSignal): Promise<AsyncIterable<boolean>> {
      const { body } = await send(operationOf("streamChanges").path, { signal });
      return readChanges(body ?? new ReadableStream());
    },
  };
}

async function* readChanges(stream: ReadableStream<Uint8Array>): AsyncGenerator<boolean> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const messages = (rest + decoder.decode(part.value, { stream: true })).split(/\r?\n\r?\n/);
    rest = messages.pop() ?? "";
    yield messages.some((message) => /^event: ?change$/m.test(message));
  }
}

function readFields(details: Record<string, unknown> | undefined): InvalidField[] {
  return Object.values(details ?? {})
    .flat()
    .filter((entry): entry is InvalidField => {
      const { path, message } = (entry ?? {}) as Partial<InvalidField>;
      return typeof path === "string" && typeof message === "string";
    });
}
