import { randomUUID } from "node:crypto";
import type { CheckName } from "../../../packages/conformance/src/index.ts";
import type { Delivery, Fault, Hooks, Message, RawResponse, World } from "./faulty-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of any shape.
export type Body = any;

const operations: readonly [string, string, RegExp][] = [
  ["issueToken", "POST", /^\/api\/auth$/],
  ["createCharge", "POST", /^\/api\/v1\/pix\/in\/qrcode$/],
  ["createTransfer", "POST", /^\/api\/v1\/pix\/out\/pixkey$/],
  ["getTransaction", "GET", /^\/api\/v1\/transactions\/[^/]+$/],
  ["getTransfer", "GET", /^\/api\/v1\/transfers\/[^/]+$/],
  ["listWebhooks", "GET", /^\/api\/v1\/webhook$/],
  ["createWebhook", "POST", /^\/api\/v1\/webhook$/],
  ["deleteWebhook", "DELETE", /^\/api\/v1\/webhook\/[^/]+$/],
];

/** Id of the operation that a request calls. */
export function operationOf({ method, path }: Message): string | undefined {
  return operations.find(([, known, pattern]) => known === method && pattern.test(path))?.[0];
}

export function parse(body: string): Body {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** An answer with another body. */
export function withBody(answer: RawResponse, change: (body: Body) => unknown): RawResponse {
  const body = parse(answer.body);
  return body === undefined ? answer : { ...answer, body: JSON.stringify(change(body)) };
}

/** An answer whose `data` is changed in place. */
export function withData(answer: RawResponse, change: (data: Body) => void): RawResponse {
  return withBody(answer, (body) => {
    if (body.data) change(body.data);
    return body;
  });
}

export function withHeaders(answer: RawResponse, headers: Record<string, string | undefined>): RawResponse {
  const merged = Object.entries({ ...answer.headers, ...headers });
  return {
    ...answer,
    headers: Object.fromEntries(merged.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
  };
}

export function withRequest(request: Message, change: (body: Body) => void): Message {
  const body = parse(request.body);
  // What is too deep to be written again passes as it is.
  if (typeof body !== "object" || body === null || request.body.includes("[".repeat(1_000))) return request;
  const before = JSON.stringify(body);
  change(body);
  const after = JSON.stringify(body);
  // What is not changed stays as it was written: names that stand twice, blanks.
  return after === before ? request : { ...request, body: after };
}

export function errorResponse(
  status: number,
  code: string,
  answer: Pick<RawResponse, "headers">,
  details?: unknown,
): RawResponse {
  const error = { code, message: "It was refused.", ...(details !== undefined && { details }) };
  const headers = { ...answer.headers, "content-type": "application/json; charset=utf-8" };
  return { status, headers, body: JSON.stringify({ success: false, error, timestamp: new Date().toISOString() }) };
}

export const codeOf = (answer: RawResponse): string | undefined => parse(answer.body)?.error?.code;
export const isOk = ({ status }: RawResponse): boolean => status === 200;

type On = string | readonly string[] | undefined;
const isOn = (on: On, request: Message): boolean =>
  on === undefined || [on].flat().includes(operationOf(request) ?? "other");

/** Operations that have to be called for a fault to show; all where that is not said. */
function calledIn(on: On): Pick<Fault, "operations"> {
  const operations = [on ?? []].flat().filter((id) => id !== "other");
  return operations.length > 0 ? { operations } : {};
}

/** A fault in the answers of some operations. */
export function onResponse(
  name: string,
  caughtBy: readonly CheckName[],
  on: On,
  change: (answer: RawResponse, request: Message, world: World) => RawResponse | Promise<RawResponse>,
): Fault {
  return {
    ...{ name, caughtBy, ...calledIn(on) },
    make: (world) => ({
      handle: async (request, forward) => {
        const answer = await forward(request);
        return isOn(on, request) ? change(answer, request, world) : answer;
      },
    }),
  };
}

/** A fault in what some operations make of a request. */
export function onRequest(
  name: string,
  caughtBy: readonly CheckName[],
  on: On,
  change: (request: Message) => Message,
): Fault {
  return {
    ...{ name, caughtBy, ...calledIn(on) },
    make: () => ({ handle: (request, forward) => forward(isOn(on, request) ? change(request) : request) }),
  };
}

/** A fault that remembers. */
export function stateful(name: string, caughtBy: readonly CheckName[], make: (world: World) => Hooks): Fault {
  return { name, caughtBy, make };
}

/** A fault in notifications, which are signed anew. */
export function onDelivery(
  name: string,
  caughtBy: readonly CheckName[],
  change: (body: Body, delivery: Delivery) => void,
): Fault {
  return {
    ...{ name, caughtBy },
    make: () => ({
      deliver: (delivery, send) => {
        const body = parse(delivery.body);
        change(body, delivery);
        return send(resign(delivery, JSON.stringify(body)));
      },
    }),
  };
}

/** A delivery with another body, signed as the sandbox would. */
export function resign(delivery: Delivery, body: string): Message {
  return { ...delivery, body, headers: { ...delivery.headers, "pix-signature": delivery.sign(body) } };
}

/** A time of a body, so many milliseconds later. */
export const later = (time: string, by: number): string => new Date(Date.parse(time) + by).toISOString();

/** What the names of faults in times say of their seconds. */
export const shiftOf = (seconds: number): string => `${Math.abs(seconds)} s too ${seconds < 0 ? "early" : "late"}`;

export const keyHeader = "x-idempotency-key";

/** A request with another key, so that nothing is known of it. */
export const anew = <Request extends { headers: Record<string, string> }>(request: Request): Request => ({
  ...{ ...request, headers: { ...request.headers, [keyHeader]: randomUUID() } },
});

/** A request with its key changed, if it has one. */
export function withKey(request: Message, change: (key: string) => string): Message {
  const key = request.headers[keyHeader];
  return key === undefined ? request : { ...request, headers: { ...request.headers, [keyHeader]: change(key) } };
}
