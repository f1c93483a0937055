import { type BodyReader, type Bytes, readParts } from "./bytes.ts";
import type { ClientError, FailureClass } from "./errors.ts";
import { Interruption, type ResponseHead } from "./interrupt.ts";
import type { Fetch } from "./options.ts";

/** The first of some statuses, and the last. */
export type Statuses = [from: number, to: number];

/** A request as it is sent. */
export interface HttpRequest {
  url: string;
  headers: Headers;
  body: string | Uint8Array | undefined;
  /** Ranges of statuses, each with its first and last one, whose bodies the user reads as they arrive. */
  stream?: Statuses[] | undefined;
}

/** The call that a response belongs to, for who reads it while it comes. */
export interface OpenCall {
  readonly operation: { id: string };
  readonly request: { url: string };
  readonly signal: AbortSignal | undefined;
  /** The response. */
  http: ResponseHead | undefined;
  fail(Class: FailureClass, message: string): ClientError;
}

/** A response, read to its end. */
export interface HttpResponse extends ResponseHead {
  /** The bytes of the body, as they came. */
  parts: Uint8Array<ArrayBuffer>[];
  text: string;
  /** The body as JSON; as a string if it is not JSON. */
  body: unknown;
  /** Reads the body, if that is left to the user. */
  reader?: BodyReader | undefined;
}

/** State of one attempt while it is on its way. */
export interface AttemptState {
  /** Whether the request may have left this machine. */
  sent: boolean;
}

/** Sends a request once. Keeps the state of the attempt true at every moment: the attempt may be given up at any. */
export type Send = (
  method: string,
  request: HttpRequest,
  signal: AbortSignal,
  state: AttemptState,
) => Promise<HttpResponse>;

/** Max bytes of a body that are read: 8 MiB. */
export const maxLength = 8_388_608;

// One for all: it is used from the first part of a body to the last without a pause.
const decoder = /* @__PURE__ */ new TextDecoder();

/** Sends with a function like `fetch`, which does not report whether a failed request was sent, unless it promises. */
export function sendByFetch(fetch: Fetch): Send {
  return async (method, { url, headers, body, stream }, signal, state) => {
    state.sent = true;
    let response: Response;
    try {
      // Where a redirect leads is not the service that the credentials and the money are for.
      response = await fetch(url, {
        method,
        headers,
        body: (body ?? null) as string,
        redirect: "manual",
        signal,
      });
    } catch (error) {
      state.sent = (error as { neverSent?: unknown } | undefined)?.neverSent !== true;
      throw error;
    }
    // A `fetch` that JavaScript wrote may return anything.
    if (!response?.headers?.[Symbol.iterator]) throw new TypeError("`fetch` gave no Response");
    const head = { status: response.status, headers: response.headers };
    return readResponse(head, stream, response.body?.getReader());
  };
}

/**
 * Reads a response to its end, unless its body is left to the user. Throws an `Interruption` if it is too large.
 *
 * @param readBody reads the parts of the body; undefined if they are larger than `maxLength` together
 */
export async function readResponse(
  head: ResponseHead,
  stream: Statuses[] = [],
  reader: BodyReader | undefined,
  readBody = (): Promise<Bytes[] | undefined> => readParts(reader, maxLength),
): Promise<HttpResponse> {
  if (stream.some(([from, to]) => from <= head.status && head.status <= to))
    return Object.assign(head, { parts: [], text: "", body: undefined, reader });
  const parts = await readBody();
  if (!parts) throw new Interruption(undefined, head);
  // A character may begin in one part and end in the next.
  const texts = parts.map((part, nth) => decoder.decode(part, { stream: nth < parts.length - 1 }));
  const text = texts.join("");
  return Object.assign(head, { parts, text, body: parseBody(text) });
}

/** A body as JSON; as a string if it is not JSON, or an object has a duplicate key: readers differ in which one counts. */
export function parseBody(body: string): unknown {
  try {
    const value: unknown = JSON.parse(body);
    const usual = JSON.stringify(value);
    // Most bodies are in the usual form. In the others too each member has a colon outside of strings.
    const colons = (json: string): number =>
      json.replace(/"[^"\\]*(\\.[^"\\]*)*"/g, "").split(":").length;
    if (usual === body || colons(usual) === colons(body)) return value;
  } catch {}
  return body;
}
