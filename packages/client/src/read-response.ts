import type { CheckedResult } from "./call.ts";
import { type Context, type Operation, type PathValues, requestIdOf } from "./call-state.ts";
import { findMistake, inside, isObject } from "./check.ts";
import { type HttpResponse, parseBody } from "./http.ts";

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
  { contract, redact }: Context,
  { refusals = [], plain, key }: Operation,
  status: number,
  body: unknown,
): ErrorResponse {
  const { error = 0, success, data = null } = isObject(body) ? body : {};
  // The body of an error without a code is its details, where it is as the contract says.
  const row = plain?.find(([from, to]) => from <= status && status <= to)?.[2];
  const isPlain = row !== undefined && isObject(body) && !findMistake(contract.rows, row, body, true);
  let shown: Partial<ErrorResponse & { title: string }> = {};
  try {
    // Where it is nested too deeply to look for secrets, nothing of it is shown.
    shown = JSON.parse(redact(JSON.stringify(isPlain ? body : error))) ?? {};
  } catch {}
  const { title, message = title } = shown;
  const code = isPlain ? undefined : shown.code;
  const details = isPlain ? shown : shown.details;
  const named = typeof code === "string" && code !== "";
  const place = contract.errors.indexOf(`${status} ${code}`);
  // A refusal with a result contradicts itself.
  const listed = place >= 0 && (place < contract.common || refusals.includes(place));
  const harmless = named && success === false && data === null && listed;
  return {
    code: named ? code : `HTTP_${status}`,
    message: typeof message === "string" ? message : "",
    details,
    harmless,
    settles: harmless && key?.settling.includes(place) === true,
  };
}

/**
 * Reads a success: the `data` of an envelope, or the whole body. A text says what is wrong where it is not the
 * success that the contract describes, or not that of what was sent.
 *
 * @param sent the body of the request
 */
export function readSuccess(
  { contract: { rows }, redact }: Context,
  { response, bare, echoes }: Operation,
  http: HttpResponse,
  path: PathValues,
  sent: unknown,
): Omit<CheckedResult<unknown>, "idempotencyKey"> | string {
  const { status, headers, body } = http;
  const all = isObject(body) ? body : {};
  // A success with an error contradicts itself.
  if (!bare && (all.success !== true || (all.error ?? undefined) !== undefined)) return "is no success of the contract";
  const data = bare ? body : all.data;
  const mistake = findMistake(rows, response, data, true);
  const [field, , expected] = (bare ? mistake : inside("data", mistake)) ?? [];
  if (expected !== undefined) return `is not the contract's: \`${field || "body"}\` must ${expected}`;
  if (echoes && isObject(data)) {
    const given = typeof sent === "string" && parseBody(sent);
    for (const field in echoes) {
      const name = echoes[field] as string;
      const expected = path?.[name] ?? (isObject(given) ? given[name] : undefined);
      if (differs(expected, data[field]))
        return `is about another request: its \`${field}\` is not the \`${name}\` that was sent`;
    }
  }
  const message = typeof all.message === "string" ? all.message : undefined;
  return { data, message, status, headers, requestId: requestIdOf(headers, redact), http };
}

/** Whether a result has another value than was sent. URLs may be written in two ways, booleans as texts in several. */
function differs(sent: unknown, received: unknown): boolean {
  if (sent === undefined || received === undefined || received === null || sent === received) return false;
  // A path takes numbers as text.
  if (typeof received === "number") return Number(sent) !== received;
  const [one, two] = [String(sent), String(received)];
  if (/^(true|false)$/i.test(one)) return one.toLowerCase() !== two.toLowerCase();
  return !(URL.canParse(one) && URL.canParse(two) && new URL(one).href === new URL(two).href);
}
