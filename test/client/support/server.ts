import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { listen } from "../../support/listen.ts";

/** A request that came in, read to its end. */
export interface Seen {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** Answers the nth request to a route, counted from 1, or does something worse. */
export type Responder = (response: ServerResponse, nth: number, seen: Seen) => unknown;

export type FaultServer = Awaited<ReturnType<typeof startServer>>;

/**
 * Starts a server with a route for each `METHOD /path`; `seen` has all requests, and `to` those to one route. Tokens are
 * issued unless a route says otherwise.
 */
export async function startServer(routes: Record<string, Responder>) {
  const seen: Seen[] = [];
  const all: Record<string, Responder> = {
    "POST /api/auth": (response, nth) => issue(response, `token-number-${nth}`),
    ...routes,
  };
  const to = (route: string): Seen[] =>
    seen.filter(({ method, path }) => `${method} ${path}` === route);
  const server = createServer(async (request, response) => {
    const { method = "", url: path = "", headers } = request;
    let body = "";
    for await (const chunk of request) body += chunk;
    const one = { method, path, headers, body };
    seen.push(one);
    const route = `${method} ${path}`;
    const answer = all[route];
    if (answer) await answer(response, to(route).length, one);
    else json(response, 404, refusal("NOT_FOUND"));
  });
  const { url, close } = await listen(server);
  return { url, seen, to, close };
}

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response
    .writeHead(status, { "content-type": "application/json", ...headers })
    .end(JSON.stringify(body));
}

const times = { createdAt: "2026-11-20T15:00:00Z", updatedAt: "2026-11-20T15:00:00Z" };
/** What records hold in addition to a test's fields, by the beginning of their ids. */
export const usual = {
  txn_: {
    id: "txn_1",
    status: "pending",
    amount: 4990,
    fees: 75,
    description: "",
    expiresAt: "2026-11-21T03:00:00Z",
    ...times,
    pix: { emv: "000201", qrCode: "aGVsbG8=" },
  },
  trf_: {
    id: "trf_1",
    status: "queued",
    amount: 150_000,
    netAmount: 149_900,
    fees: 100,
    description: "",
    ...times,
    pixKey: "destino@example.com",
  },
};

export const webhook = {
  id: "wh_1",
  url: "https://shop.example.com/pix",
  events: [],
  name: "",
  active: true,
  createdAt: times.createdAt,
};

/** Answers with a success in its envelope. A record with an id gets the fields that the contract wants and a test leaves out. */
export function ok(
  response: ServerResponse,
  data: unknown,
  headers: Record<string, string> = {},
): void {
  const { id } = (data ?? {}) as { id?: unknown };
  const record =
    typeof id === "string"
      ? { ...usual[id.slice(0, 4) as keyof typeof usual], ...(data as object) }
      : data;
  json(response, 200, { success: true, message: "Done.", data: record }, headers);
}

/** Issues a token. */
export function issue(response: ServerResponse, token: string, expiresIn = 1_800_000): void {
  json(response, 200, { success: true, token, tokenType: "Bearer", expiresIn });
}

/** Body of an error. */
export function refusal(code: string, details?: unknown): object {
  return {
    success: false,
    error: { code, message: `It is ${code}.`, details },
    timestamp: "2026-11-20T15:00:00Z",
  };
}

/** Answers every request with JSON. */
export const answers =
  (status: number, body: unknown, headers?: Record<string, string>): Responder =>
  (response) =>
    json(response, status, body, headers);

/** Answers every request with an error. */
export const refuses = (
  status: number,
  code: string,
  headers?: Record<string, string>,
): Responder => answers(status, refusal(code), headers);

/** Answers every request with a result. */
export const gives =
  (data: unknown, headers?: Record<string, string>): Responder =>
  (response) =>
    ok(response, data, headers);

/** Answers every request with a token. */
export const issues =
  (token: string): Responder =>
  (response) =>
    issue(response, token);

/** Answers the first requests in one way, and those after them in another. */
export const atFirst =
  (first: Responder, others: Responder, times = 1): Responder =>
  (response, nth, seen) =>
    (nth > times ? others : first)(response, nth, seen);

/** Breaks the connection without an answer. */
export function reset(response: ServerResponse): void {
  response.socket?.resetAndDestroy();
}

/** Promises a long body, sends the beginning of it and breaks the connection. */
export function half(response: ServerResponse): void {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"success":true,"data":{"id":');
  setTimeout(() => response.socket?.resetAndDestroy(), 10);
}
