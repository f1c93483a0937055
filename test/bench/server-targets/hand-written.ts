// What a hand-written service does for a call, whatever its framework. It checks the token, counts against the limit,
// validates the body by the contract's schema and answers as the contract wants. One that is equal to the stub also
// validates and strips its responses, has request ids, and remembers transfers by their keys.
import { createHash, randomUUID } from "node:crypto";
import { makeChecks } from "./checks.ts";
import { countRequest } from "./rate-limit.ts";
import { answers, type CallName, companyOf } from "./request.ts";

/** Whether the service gives what the stub does; otherwise it checks less. */
export const isEqual = process.argv[2] === "equal";

export interface Call {
  name: CallName;
  header(name: string): string | undefined;
  ip: string;
  /** Reads and parses the body. It is called after the caller is known. */
  body(): unknown;
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const checks = makeChecks(isEqual);
const limits: Partial<Record<CallName, number>> = { charge: 100, token: 5, transfer: 50 };
const transfers = new Map<string, { fingerprint: string; body: unknown }>();

/** Lets a call in, or answers it. */
export function admit({
  name,
  header,
  ip,
}: Call): Answer | { company: string; headers: Answer["headers"] } {
  const headers: Record<string, string> = {};
  if (isEqual) headers["x-request-id"] = header("x-request-id") ?? randomUUID();
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

/** Answers a call that was let in. */
export function answer(
  { name, header }: Call,
  company: string,
  headers: Answer["headers"],
  body: unknown,
): Answer {
  const check = checks[name];
  if (!check.body(body)) return { status: 400, headers, body: { error: "invalid" } };
  const key =
    name === "transfer" && isEqual ? `${company}\n${header("x-idempotency-key")}` : undefined;
  const fingerprint = key && createHash("sha256").update(JSON.stringify(body)).digest("base64");
  const known = key === undefined ? undefined : transfers.get(key);
  if (known && known.fingerprint !== fingerprint)
    return { status: 409, headers, body: { error: "another request has this key" } };
  const response = known?.body ?? respond(name, body);
  if (isEqual && !check.response(response))
    return { status: 500, headers, body: { error: "internal" } };
  if (key && fingerprint) transfers.set(key, { fingerprint, body: response });
  return { status: 200, headers, body: response };
}

function respond(name: CallName, body: unknown): unknown {
  if (name !== "charge") return answers[name];
  const { data, ...envelope } = answers.charge;
  return {
    ...envelope,
    data: { ...data, amount: (body as { amountInCents: number }).amountInCents },
  };
}

function userOf(credentials = ""): string {
  return Buffer.from(credentials, "base64").toString().split(":")[0] ?? "";
}
