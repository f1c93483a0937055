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
/** Whether an answer has a status or the code of an error. */
const isOf = (answer: RawResponse, which: number | string): boolean =>
  which === answer.status || which === codeOf(answer);
export const isOk = ({ status }: RawResponse): boolean => status === 200;

type On = string | readonly string[] | undefined;
const isOn = (on: On, request: Message): boolean =>
  on === undefined || [on].flat().includes(operationOf(request) ?? "other");

/** Operations that have to be called for a fault to show; all where that is not said. */
function calledIn(on: On): Pick<Fault, "operations"> {
  const operations = [on ?? []].flat().filter((id) => id !== "other");
  return operations.length > 0 ? { operations } : {};
}

/** Checks that find a fault: one, or several. */
type Checks = CheckName | readonly CheckName[];
type Change = (answer: RawResponse, request: Message, world: World) => RawResponse | Promise<RawResponse>;
type Handle = NonNullable<Hooks["handle"]>;

/** A fault that remembers: `make` gives its hooks, or what handles requests alone. */
export function stateful(name: string, checks: Checks, make: (world: World) => Hooks | Handle): Fault {
  const hooks = (world: World): Hooks => {
    const made = make(world);
    return typeof made === "function" ? { handle: made } : made;
  };
  return { name, caughtBy: [checks].flat(), make: hooks };
}

/** A fault in how requests are handled. */
export function handles(
  name: string,
  checks: Checks,
  handle: (...args: [...Parameters<Handle>, World]) => ReturnType<Handle>,
): Fault {
  return stateful(name, checks, (world) => (request, forward) => handle(request, forward, world));
}

/** A fault in how notifications are sent. */
export const delivers = (name: string, checks: Checks, deliver: NonNullable<Hooks["deliver"]>): Fault =>
  stateful(name, checks, () => ({ deliver }));

/** Handles requests by a change of what an operation answers. */
export const after =
  (on: On, change: (answer: RawResponse, ...args: Parameters<Handle>) => RawResponse | Promise<RawResponse>): Handle =>
  async (request, forward) => {
    const answer = await forward(request);
    return isOn(on, request) ? change(answer, request, forward) : answer;
  };

/** An answer that is a success, with an object. */
export const created = (answer: RawResponse, data: unknown): RawResponse => ({
  ...{ ...answer, status: 200, body: JSON.stringify({ success: true, message: "ok", data }) },
});

/** A request with a token of the first company. */
export async function asFirst(request: Message, { token }: World): Promise<Message> {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${await token()}` } };
}

/** A fault in the answers of some operations. */
export function onResponse(name: string, checks: Checks, on: On, change: Change): Fault {
  const fault = handles(name, checks, async (request, forward, world) => {
    const answer = await forward(request);
    return isOn(on, request) ? change(answer, request, world) : answer;
  });
  return { ...fault, ...calledIn(on) };
}

/** A fault in what some operations make of a request. */
export function onRequest(name: string, checks: Checks, on: On, change: (request: Message) => Message): Fault {
  const fault = handles(name, checks, (request, forward) => forward(isOn(on, request) ? change(request) : request));
  return { ...fault, ...calledIn(on) };
}

/** A fault in the text of every body. */
export const inText = (name: string, checks: Checks, on: On, change: (text: string) => string): Fault =>
  onResponse(name, checks, on, (answer) => ({ ...answer, body: change(answer.body) }));

/** A fault in the bodies of some operations. */
export const inBody = (name: string, checks: Checks, on: On, change: (body: Body) => unknown): Fault =>
  onResponse(name, checks, on, (answer) => withBody(answer, change));

/** A fault in the objects that some operations show, which are changed in place. */
export const inData = (name: string, checks: Checks, on: On, change: (data: Body) => unknown): Fault =>
  onResponse(name, checks, on, (answer) => withData(answer, change));

/** A fault in fields of the objects that some operations show. */
export const shows = (name: string, checks: Checks, on: On, fields: object | ((data: Body) => object)): Fault =>
  inData(name, checks, on, (data) => Object.assign(data, typeof fields === "function" ? fields(data) : fields));

/** A fault in the lists that an operation shows. */
export const inList = (name: string, checks: Checks, on: On, change: (all: Body[]) => Body[]): Fault =>
  inBody(name, checks, on, (body) => (Array.isArray(body.data) ? { ...body, data: change(body.data) } : body));

/** A fault in the headers of some operations. */
export const inHeaders = (name: string, checks: Checks, on: On, headers: Record<string, string | undefined>): Fault =>
  onResponse(name, checks, on, (answer) => withHeaders(answer, headers));

/** A fault in the error of some operations that has a code or a status. */
export const inError = (
  name: string,
  checks: Checks,
  on: On,
  which: string | number,
  change: object | ((error: Body, request: Message) => object),
): Fault =>
  onResponse(name, checks, on, (answer, request) =>
    isOf(answer, which)
      ? withBody(answer, ({ error, ...body }) => ({
          ...{ ...body, error: { ...error, ...(typeof change === "function" ? change(error, request) : change) } },
        }))
      : answer,
  );

/** A server that refuses some requests with an error: `400 VALIDATION_ERROR`. They are known by its status or code. */
export const refuses = (name: string, checks: Checks, on: On, error: string, which: Which): Fault =>
  onResponse(name, checks, on, (answer, request) => {
    const [status, code = ""] = error.split(" ");
    const isIt = typeof which === "function" ? which(answer, request) : isOf(answer, which);
    return isIt ? errorResponse(Number(status), code, answer) : answer;
  });

/** Which refusals, by their status or code, or which requests. */
type Which = number | string | ((answer: RawResponse, request: Message) => boolean | undefined);

/** A server that takes one cause of a refusal for another. */
export const mistakes = (name: string, on: On, error: string, which: Which): Fault =>
  refuses(name, "error-fits-cause", on, error, which);

/** A server that fails at some requests. */
export const fails = (name: string, on: On, which: Which): Fault =>
  refuses(name, "server-error", on, "500 INTERNAL_ERROR", which);

/** A server that refuses what keeps the contract. */
export const rejects = (
  name: string,
  on: string,
  error: string,
  isWrong: (body: Body, request: Message) => boolean | undefined,
): Fault =>
  refuses(name, "good-data-accepted", on, error, (answer, request) => {
    return isOk(answer) && isWrong(parse(request.body) ?? {}, request);
  });

/** A server that mends some requests, and so takes them. */
export const takes = (name: string, checks: Checks, on: On, mend: (body: Body) => void): Fault =>
  onRequest(name, checks, on, (request) => withRequest(request, mend));

/** A server that mends one field of a request, and so takes what it should refuse. What cannot be mended stays as it is. */
export const mends = (name: string, on: On, path: string, mend: (value: Body) => unknown): Fault =>
  takes(name, "bad-data-refused", on, (body) => {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    const parent = steps.reduce<Body>((inner, step) => inner?.[step], body);
    try {
      parent[last] = mend(parent[last]);
    } catch {}
  });

/** A fault in notifications, which are signed with it. */
export const onDelivery = (name: string, checks: Checks, change: (body: Body, delivery: Delivery) => void): Fault =>
  delivers(name, checks, (delivery, send) => {
    const body = parse(delivery.body);
    change(body, delivery);
    return send(resign(delivery, JSON.stringify(body)));
  });

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
export const withNewKey = <Request extends { headers: Record<string, string> }>(request: Request): Request => ({
  ...{ ...request, headers: { ...request.headers, [keyHeader]: randomUUID() } },
});

/** A request with its key changed, if it has one. */
export function withKey(request: Message, change: (key: string) => string): Message {
  const key = request.headers[keyHeader];
  return key === undefined ? request : { ...request, headers: { ...request.headers, [keyHeader]: change(key) } };
}
