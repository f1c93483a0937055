import type { Redact } from "./redact.ts";

/** What an answer without success says. */
export interface Refusal {
  code: string;
  message: string;
  details: unknown;
}

/** Reads the body of an error. Any other body, HTML for one, is not shown: only its status counts. */
export function readRefusal(status: number, body: unknown, redact: Redact): Refusal {
  const error: unknown = isObject(body) ? JSON.parse(redact(JSON.stringify(body.error ?? 0))) : 0;
  const { code, message, details } = error as Partial<Refusal>;
  const text = (value: unknown, other: string): string => (typeof value === "string" && value ? value : other);
  return { code: text(code, `HTTP_${status}`), message: text(message, ""), details };
}

/** Reads the body of a success: the `data` of an envelope, or all of it. Undefined where it is not what it should be. */
export function readSuccess(body: unknown, bare?: boolean): { data: unknown; message?: string } | undefined {
  if (!isObject(body) || body.success === false) return undefined;
  if (bare) return { data: body };
  return body.data === undefined ? undefined : (body as { data: unknown });
}

/** Whether a value is an object and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
