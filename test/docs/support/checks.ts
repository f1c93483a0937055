// What programs of the documentation talk to, and what is expected of it.

import { createServer } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Seen } from "../../client/support/server.ts";
import { listen } from "../../support/listen.ts";
import type { Running } from "./programs.ts";

/** A proxy that connects to whatever it is asked for, and notes it. */
export async function startProxy(): Promise<{ url: string; connected: string[]; close(): void }> {
  const connected: string[] = [];
  const server = createServer();
  server.on("connect", (request, socket) => {
    const { url = "" } = request;
    connected.push(url);
    const [host, port] = url.split(":");
    const target = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
      target.pipe(socket).pipe(target);
    });
    for (const end of [socket, target]) end.on("error", () => {});
  });
  return { ...(await listen(server)), connected };
}

/** Checks the spans that the guide's program prints, and the headers of its two requests. */
export function checkSpans(printed: string, seen: Seen[]): void {
  const spans = printed.split(/^}$/m).slice(0, -1);
  const read = (span: string, name: string): string =>
    new RegExp(`${name}: '([^']+)'`).exec(span)?.[1] ?? "";
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

/** Sends a transfer to a server, and gives the body of its response. */
export async function sendTransfer(
  url: string,
  key: string,
  secret: string,
  amount: number,
): Promise<unknown> {
  const headers = { authorization: `Basic ${btoa(`${key}:${secret}`)}` };
  const issued = await fetch(`${url}/api/auth`, { method: "POST", headers });
  const { token } = (await issued.json()) as { token: string };
  const sent = await fetch(`${url}/api/v1/pix/out/pixkey`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "x-idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify({ pixKey: "destino@example.com", amount }),
  });
  return sent.json();
}

/** Sends to a program that listens soon, and gives the status of its response. */
export async function post(
  program: Running,
  port: number,
  body: string,
  headers: Record<string, string> = {},
) {
  for (;;) {
    const sent = fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
    const response = await sent.catch(() => undefined);
    if (program.child.exitCode !== null) throw new Error(`It has ended: ${program.output()}`);
    if (response) return response.status;
    await sleep(100);
  }
}
