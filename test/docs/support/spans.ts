import { expect } from "vitest";
import type { Seen } from "../../client/support/server.ts";

/** Checks the spans that the guide's program prints, and the headers of its two requests. */
export function checkSpans(printed: string, seen: Seen[]): void {
  const spans = printed.split(/^}$/m).slice(0, -1);
  const read = (span: string, name: string): string => new RegExp(`${name}: '([^']+)'`).exec(span)?.[1] ?? "";
  const id = (span: string): string => read(span, "\\n  id");
  const names = spans.map((span) => read(span, "\\n  name"));
  expect(names).toEqual(["POST /api/auth", "issueToken", "GET /api/v1/webhook", "listWebhooks"]);
  const [first = "", token = "", second = "", list = ""] = spans;
  for (const [attempt, call] of [
    [first, token],
    [second, list],
  ] as const) {
    expect(read(attempt, "parentSpanContext: \\{[^}]*spanId")).toBe(id(call));
    expect(attempt).toContain("'http.response.status_code': 200");
  }
  expect(seen.map(({ headers }) => headers.traceparent)).toEqual(
    [first, second].map((span) => `00-${read(span, "traceId")}-${id(span)}-01`),
  );
}
