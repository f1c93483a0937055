import type { OperationFacts } from "./contract-table.ts";
import { isObject } from "./is-object.ts";
import type { Redact } from "./redact.ts";

/** What a response without success says, and what it proves. */
export interface ErrorResponse {
  code: string;
  message: string;
  details: unknown;
  /** The attempt did nothing: the contract has this response for this operation, and it is none that leaves that open. */
  harmless: boolean;
  /** Nothing was done under the idempotency key, and nothing will be: the service keeps this response with the key. */
  settles: boolean;
}

/**
 * Reads a response without success. The body of one that is not the contract's, a gateway's HTML for one, is not shown,
 * and proves nothing.
 */
export function readError(facts: OperationFacts, status: number, body: unknown, redact: Redact): ErrorResponse {
  const { code, message, details } = redacted(isObject(body) ? body.error : undefined, redact);
  const { statuses, key } = facts;
  const named = typeof code === "string" && code !== "";
  const harmless =
    named &&
    isObject(body) &&
    body.success === false &&
    statuses.includes(status) &&
    !isServerFault(status) &&
    status !== key?.conflict;
  return {
    code: named ? code : `HTTP_${status}`,
    message: typeof message === "string" ? message : "",
    details,
    harmless,
    settles: harmless && Boolean(key?.settling.some((one) => one === status || one === code)),
  };
}

/** What an error says, without secrets; nothing where it is nested too deeply to look for them. */
function redacted(error: unknown, redact: Redact): Partial<ErrorResponse> {
  try {
    return JSON.parse(redact(JSON.stringify(error ?? 0)));
  } catch {
    return {};
  }
}

/**
 * Reads the body of a success: the `data` of an envelope, or all of it. A text says what is wrong where it is not the
 * success that the contract describes.
 */
export function readSuccess(facts: OperationFacts, body: unknown): { data: unknown; message?: string } | string {
  if (!isObject(body) || body.success === false) return "is no success of the contract";
  const data = facts.bare ? body : body.data;
  if (facts.result === "list") return Array.isArray(data) ? { ...body, data } : "has no list as its result";
  if (!isObject(data)) return "has no object as its result";
  const missing = facts.result.find((name) => (data[name] ?? "") === "");
  if (missing !== undefined) return `lacks \`${missing}\``;
  return { data, ...(typeof body.message === "string" && { message: body.message }) };
}

/** Whether the same request may be answered otherwise a little later. */
export function isTransient(status: number): boolean {
  return status === 429 || isServerFault(status);
}

/** Whether a status leaves open what became of the request. */
function isServerFault(status: number): boolean {
  return status === 408 || status >= 500;
}
