// What a hand-written service does for a call, whatever its framework. It checks the token, counts against the limit,
// validates the body by the contract's schema and answers as the contract wants. One that is equal to the stub is what a
// careful team writes: it also validates and strips its responses, has request ids and a deadline, remembers transfers by
// their keys, refuses a key whose first request still runs, and keeps every map within a bound.
import { createHash, randomUUID } from "node:crypto";
import { makeChecks } from "./checks.ts";
import { countRequest } from "./rate-limit.ts";
import { type CallName, companyOf, respond } from "./request.ts";

/** Whether the service gives what the stub does; otherwise it checks less. */
export const isEqual = process.argv[2] === "equal";

export interface Call {
  name: CallName;
  header(name: string): string | undefined;
  /** Whether a header that decides who calls is there once at most. */
  isSingle(name: string): boolean;
  ip: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

interface Remembered {
  fingerprint: string;
  expiresAt: number;
  /** Undefined while the first request runs. */
  answer: unknown;
}

const checks = makeChecks(isEqual);
const limits: Partial<Record<CallName, number>> = { charge: 100, token: 5, transfer: 50 };
const transfers = new Map<string, Remembered>();
const maxTransfers = 100_000;
/** Milliseconds for a handler. */
const deadline = 30_000;
const day = 86_400_000;

setInterval(() => {
  const now = Date.now();
  for (const [key, { answer, expiresAt }] of transfers)
    if (answer !== undefined && now >= expiresAt) transfers.delete(key);
}, 10_000).unref();

/** Lets a call in, or answers it. */
export function admit({
  name,
  header,
  isSingle,
  ip,
}: Call): Answer | { company: string; headers: Answer["headers"] } {
  const headers: Record<string, string> = {};
  if (isEqual) {
    headers["x-request-id"] = header("x-request-id") ?? randomUUID();
    if (!isSingle("authorization") || !isSingle("content-type"))
      return { status: 400, headers, body: { error: "malformed" } };
  }
  const [, credentials] = header("authorization")?.split(" ") ?? [];
  const company = name === "token" ? userOf(credentials) : companyOf(credentials);
  if (company === undefined) return { status: 401, headers, body: { error: "unauthorized" } };
  const limit = limits[name];
  if (limit !== undefined) {
    const counted = countRequest(name === "token" ? `${ip}\n${company}` : company, limit);
    if (!counted) return { status: 429, headers, body: { error: "too many requests" } };
    Object.assign(headers, counted);
  }
  return { company, headers };
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Parses a body; one that is equal refuses bytes that are not UTF-8. @throws what is wrong with it */
export function parseBody(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  return JSON.parse(isEqual ? decoder.decode(bytes) : Buffer.from(bytes).toString());
}

/** Answers a call that was let in. */
export function answer(
  { name, header }: Call,
  company: string,
  headers: Answer["headers"],
  body: unknown,
): Answer | Promise<Answer> {
  const check = checks[name];
  if (!check.body(body)) return { status: 400, headers, body: { error: "invalid" } };
  if (!isEqual) return { status: 200, headers, body: respond(name, body) };
  if (name === "transfer") return answerOnce(company, header("x-idempotency-key"), headers, body);
  const response = respond(name, body);
  if (!check.response(response)) return { status: 500, headers, body: { error: "internal" } };
  return { status: 200, headers, body: response };
}

async function answerOnce(
  company: string,
  given: string | undefined,
  headers: Answer["headers"],
  body: unknown,
): Promise<Answer> {
  const key = `${company}\n${given}`;
  const fingerprint = createHash("sha256").update(JSON.stringify(body)).digest("base64");
  const now = Date.now();
  const known = transfers.get(key);
  if (known && (known.answer === undefined || now < known.expiresAt)) {
    if (known.fingerprint === fingerprint && known.answer !== undefined)
      return { status: 200, headers, body: known.answer };
    return { status: 409, headers, body: { error: "this key was used" } };
  }
  if (transfers.size >= maxTransfers)
    return { status: 500, headers, body: { error: "there are too many keys" } };
  const entry: Remembered = { fingerprint, expiresAt: now + day, answer: undefined };
  transfers.set(key, entry);
  try {
    const response = await withDeadline(Promise.resolve(respond("transfer", body)));
    if (!checks.transfer.response(response))
      return { status: 500, headers, body: { error: "internal" } };
    entry.answer = response;
    return { status: 200, headers, body: response };
  } finally {
    if (entry.answer === undefined) transfers.delete(key);
  }
}

async function withDeadline<Value>(pending: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long.")), deadline);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}

function userOf(credentials = ""): string {
  return Buffer.from(credentials, "base64").toString().split(":")[0] ?? "";
}

/** Whether a header is there once at most, by the names and values that Node read. */
export function isSingleIn(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.toLowerCase() === name) count += 1;
  return count <= 1;
}
