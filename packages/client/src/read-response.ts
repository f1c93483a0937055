import type { CallState, ClientState } from "./call-state.ts";
import { atField, isObject } from "./check.ts";
import type { Operation } from "./contract-table.ts";
import type { Mistake } from "./errors.ts";
import type { HttpResponse } from "./http.ts";
import { ignoreErrors } from "./ignore-errors.ts";

/** The content of a response without success, and the outcome that it proves. */
export interface ErrorResponse {
  code: string;
  message: string;
  details: unknown;
  /** The attempt did nothing: the contract has this code with this status, and the pair leaves nothing open. */
  harmless: boolean;
  /** Nothing was done under the idempotency key, and nothing will be: the service keeps this response with the key. */
  settles: boolean;
}

/**
 * Reads a response without success. The body of one that is not the contract's, a gateway's HTML for one, is not shown,
 * and proves nothing; neither does a code with another status than the contract gives it.
 */
export function readError(
  { contract, redact }: ClientState,
  operation: Operation,
  { status, body }: HttpResponse,
): ErrorResponse {
  const { success, data = null } = isObject(body) ? body : {};
  const plain = contract.findPlain?.(operation, status, body);
  let shown: unknown;
  let message = "";
  try {
    // If it is nested too deeply to look for secrets, nothing of it is shown.
    shown = JSON.parse(redact(JSON.stringify(plain ?? (isObject(body) ? body : {}))));
    const { error } = Object(shown);
    message = (isObject(error) && findText(error)) || findText(shown);
  } catch {}
  const { error } = Object(shown);
  const { code, details } = plain === undefined ? Object(error) : { details: shown };
  const isNamed = typeof code === "string" && code !== "";
  const isIn = (refusals?: string[]): boolean => refusals?.includes(`${status} ${code}`) === true;
  // A refusal with a result contradicts itself.
  const isListed = isIn(contract.refusals) || isIn(operation.refusals);
  const harmless = isNamed && success === false && data === null && isListed;
  return {
    code: isNamed ? code : `HTTP_${status}`,
    message: message.slice(0, 1_000),
    details,
    harmless,
    settles: harmless && isIn(operation.key?.settling),
  };
}

/** The text for people in the body of an error, where services have it. */
function findText(value: unknown): string {
  if (typeof value === "string") return value.trim();
  if (Array.isArray(value)) return value.map(findText).filter(Boolean).join("; ");
  return isObject(value)
    ? (textNames.map((name) => findText(value[name])).find(Boolean) ?? "")
    : "";
}

/** `error_description` is that of OAuth. */
const textNames = ["message", "detail", "title", "error_description", "error", "errors"];

/**
 * What is wrong with a success, if it is not the one that the contract describes, or not that of what was sent: an
 * envelope with `data`, or the whole body.
 */
export function findContradiction(
  call: CallState,
  http: HttpResponse,
  result: unknown,
): string | undefined {
  const { status, text, body } = http;
  const { operation, sent, client } = call;
  const { response, statuses, bare, echoes = {} } = operation;
  const { success, error } = Object(body);
  // 203 and above mean that the body is not the service's own, or a part.
  const isForeign = status > 202 && !statuses?.includes(status);
  // A success with an error contradicts itself.
  const isSuccess = success === true && (error ?? undefined) === undefined;
  // A JSON string has quotes in the text.
  if (!isForeign && !operation.read && body === text) {
    const type = http.headers.get("Content-Encoding") ?? http.headers.get("Content-Type") ?? "text";
    return text ? `is not JSON, but ${type}` : "is empty";
  }
  if (isForeign || !(bare || isSuccess)) return "is no success";
  const mistake = atField(bare ? "body" : "data", response(result, status));
  if (mistake) return describeMistake(mistake);
  const wrong = Object.keys(echoes).find((name) =>
    differs(sent[echoes[name] as string], Object(result)[name]),
  );
  if (wrong) return `is wrong: \`${wrong}\` is not what was sent`;
  const [mismatch] = client.strict || client.onMismatch ? listMismatches(call, result, status) : [];
  return client.strict && mismatch ? describeMistake(mismatch) : undefined;
}

/** The mistakes in a result that break none of the rules without which it is not the contract's. Hands them to the user. */
function listMismatches(
  { operation, client }: CallState,
  result: unknown,
  status: number,
): Mistake[] {
  const { id, expected = {}, bare } = operation;
  const mistakes = Object.keys(expected).flatMap((name) => {
    const value: unknown = name ? Object(result)[name] : result;
    const mistake = value === undefined ? undefined : expected[name]?.(value, status);
    const place = [bare ? "" : "data", name, mistake?.[0]].filter(Boolean).join(".");
    return mistake ? [[place, mistake[1], mistake[2]] satisfies Mistake] : [];
  });
  for (const [field, rule, expectation] of mistakes) {
    const pointer = field
      .split(".")
      .map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`);
    ignoreErrors(() =>
      client.onMismatch?.({
        operation: id,
        status,
        pointer: pointer.join(""),
        rule,
        expected: expectation,
      }),
    );
  }
  return mistakes;
}

function describeMistake([field, , expected]: Mistake): string {
  return `is wrong: \`${field}\` must ${expected}`;
}

/** Whether a result has another value than was sent. One of the two may be absent. */
function differs(sent: unknown, received: unknown): boolean {
  // Most are equal strings: only others are read as URLs, which takes long.
  return sent !== received && writeUsually(sent ?? received) !== writeUsually(received ?? sent);
}

/** The usual form of a value as a string: a URL has several forms, e-mail addresses and UUIDs have no case, and a path holds strings. */
function writeUsually(value: unknown): string {
  const string = String(value);
  if (URL.canParse(string)) return new URL(string).href;
  return /@|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(string) ? string.toLowerCase() : string;
}
