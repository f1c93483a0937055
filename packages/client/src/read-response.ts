import type { ContractTable, OperationFacts } from "./contract-table.ts";
import { parseBody } from "./http.ts";
import { isObject } from "./is-object.ts";
import type { Redact } from "./redact.ts";

/** What a response without success says, and what it proves. */
export interface ErrorResponse {
  code: string;
  message: string;
  details: unknown;
  /** The attempt did nothing: the contract has this code with this status, and it is none that leaves that open. */
  harmless: boolean;
  /** Nothing was done under the idempotency key, and nothing will be: the service keeps this response with the key. */
  settles: boolean;
}

/**
 * Reads a response without success. The body of one that is not the contract's, a gateway's HTML for one, is not shown,
 * and proves nothing; neither does a code with another status than the contract gives it.
 */
export function readError(
  { refusals }: ContractTable,
  facts: OperationFacts,
  status: number,
  body: unknown,
  redact: Redact,
): ErrorResponse {
  const { code, message, details } = redacted(isObject(body) ? body.error : undefined, redact);
  const named = typeof code === "string" && code !== "";
  const error = `${status} ${code}`;
  // A refusal with a result beside it says two things.
  const refused = named && isObject(body) && body.success === false && (body.data ?? undefined) === undefined;
  const harmless = refused && [...facts.refusals, ...refusals].includes(error);
  return {
    code: named ? code : `HTTP_${status}`,
    message: typeof message === "string" ? message : "",
    details,
    harmless,
    settles: harmless && Boolean(facts.key?.settling.includes(error)),
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

/** What was sent, as far as a result may repeat it. */
export interface Sent {
  path?: Record<string, unknown> | undefined;
  /** The body as JSON. */
  body?: string | undefined;
}

/**
 * Reads the body of a success: the `data` of an envelope, or all of it. A text says what is wrong where it is not the
 * success that the contract describes, or not that of what was sent.
 */
export function readSuccess(
  { response, bare, echoes }: OperationFacts,
  body: unknown,
  sent: Sent,
): { data: unknown; message?: string } | string {
  const all = isObject(body) ? body : {};
  // A success with an error beside it says two things.
  if (!bare && (all.success !== true || (all.error ?? undefined) !== undefined)) return "is no success of the contract";
  const data = bare ? body : all.data;
  const mistake = response(data, bare ? "" : "data");
  if (mistake) return `is not the contract's: \`${mistake[0]}\` must ${mistake[2]}`;
  if (echoes && isObject(data)) {
    const given = sent.body === undefined ? undefined : parseBody(sent.body);
    const expected: Record<string, unknown> = { ...(isObject(given) && given), ...sent.path };
    const other = Object.entries(echoes).find(([field, name]) => differs(expected[name], data[field]));
    if (other) return `is about another request: its \`${other[0]}\` is not the \`${other[1]}\` that was sent`;
  }
  return { data, ...(typeof all.message === "string" && { message: all.message }) };
}

/** Whether a result has another value than was sent. URLs may be written in two ways. */
function differs(sent: unknown, received: unknown): boolean {
  if (sent === undefined || received === undefined || received === null || sent === received) return false;
  const [one, two] = [String(sent), String(received)];
  return !(URL.canParse(one) && URL.canParse(two) && new URL(one).href === new URL(two).href);
}

/** Whether the same request may be answered otherwise a little later. */
export function isTransient(status: number): boolean {
  return status === 408 || status === 429 || (status >= 500 && status !== 501);
}
