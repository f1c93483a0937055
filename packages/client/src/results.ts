// Bodies other than JSON, and results that differ by status. Only clients whose contract has them load this.
import { joinBytes } from "./bytes.ts";
import type { Check } from "./check.ts";
import type { HttpResponse, OpenCall } from "./http.ts";

/** First and last status, and the facts that hold for them. */
type ByStatus<T> = [from: number, to: number, of: T];

/** How a body is read. */
export type ResultKind = "json" | "text" | "bytes" | "nothing" | "location";

/** A status of success that the contract does not have is read like the first one. */
function find<T>(all: ByStatus<T>[], status: unknown): T | undefined {
  return (all.find(([from, to]) => from <= Number(status) && Number(status) <= to) ?? all[0])?.[2];
}

/** A result by the status of its response. */
export function byStatus(...checks: ByStatus<Check>[]): Check {
  return (value, received) => find(checks, received)?.(value, received);
}

/** Writes a string, bytes, or a value that stands for its string. */
export function writeText(body: unknown): unknown {
  return /number|boolean/.test(typeof body) ? String(body) : body;
}

/** Writes the bytes of a file in its own media type. */
export async function writeFile(body: unknown, headers: Headers): Promise<unknown> {
  if (!(body instanceof Blob)) return body;
  if (body.type) headers.set("Content-Type", body.type);
  return new Uint8Array(await body.arrayBuffer());
}

/** The address that a redirect leads to; undefined without one. */
function readLocation(headers: Headers, url: string): string | undefined {
  const location = headers.get("Location") ?? "";
  return location && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

type ReadResult = (response: HttpResponse, call: OpenCall) => unknown;

/** Reads the result of a response: by its kind, or by a function. */
export function readAs(...kinds: ByStatus<ResultKind | ReadResult>[]): ReadResult {
  return (response, call) => {
    const { status, headers, parts, text, body } = response;
    const kind = find(kinds, status);
    if (typeof kind === "function") return kind(response, call);
    if (kind === "nothing") return undefined;
    if (kind === "text") return text;
    if (kind === "location") return readLocation(headers, call.request.url);
    if (kind === "bytes") return joinBytes(parts);
    return body;
  };
}
