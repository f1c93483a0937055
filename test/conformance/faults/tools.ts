import { randomUUID } from "node:crypto";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import { contract } from "../../support/contract.ts";
import type { Delivery, Fault, Hooks, Message, RawResponse, World } from "./faulty-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of any shape.
export type Body = any;

const operations = contract.operations.map(({ id, method, path }) => {
  return { id, method, pattern: new RegExp(`^${path.replace(/\{[^}]+\}/, "[^/]+")}$`) };
});

/** Id of the operation that a request calls; `other` where it calls none. */
export function operationOf({ method, path }: Message): string {
  const [bare = ""] = path.split("?");
  return operations.find((one) => one.method === method && one.pattern.test(bare))?.id ?? "other";
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

/** An answer, request or delivery with other headers; undefined leaves one out. */
export function withHeaders<One extends { headers: Record<string, string> }>(
  one: One,
  headers: Record<string, string | undefined>,
): One {
  const merged = Object.entries({ ...one.headers, ...headers });
  return { ...one, headers: Object.fromEntries(merged.filter(([, value]) => value !== undefined)) };
}

export function withRequest(request: Message, change: (body: Body) => void): Message {
  const body = parse(request.body);
  // What is too deep to be written again passes as it is.
  if (typeof body !== "object" || body === null || request.body.includes("[".repeat(1_000)))
    return request;
  const before = JSON.stringify(body);
  change(body);
  const after = JSON.stringify(body);
  // What is not changed stays as it was written: names that stand twice, blanks.
  return after === before ? request : { ...request, body: after };
}

/** A refusal: `400 VALIDATION_ERROR`. */
export function errorResponse(
  named: string,
  { headers }: Pick<RawResponse, "headers">,
): RawResponse {
  const [status, code = ""] = named.split(" ");
  const error = { code, message: "It was refused." };
  const body = JSON.stringify({ success: false, error, timestamp: new Date().toISOString() });
  return withHeaders(
    { status: Number(status), headers, body },
    { "content-type": "application/json; charset=utf-8" },
  );
}

/** An answer that is a success, with an object. */
export const created = (answer: RawResponse, data: unknown): RawResponse => ({
  ...answer,
  status: 200,
  body: JSON.stringify({ success: true, message: "ok", data }),
});

export const codeOf = (answer: RawResponse): string | undefined => parse(answer.body)?.error?.code;
export const isOk = ({ status }: RawResponse): boolean => status === 200;

/** Operations, and which of their answers, in words: `createCharge createWebhook 429`, `getTransfer ok`, `replayed`. */
type On = string;

const isOperation = (word: string) => word === "other" || operations.some(({ id }) => id === word);
const wordsOf = (on: On) => on.split(" ").filter((word) => word !== "");

function isOn(on: On, request: Message): boolean {
  const named = wordsOf(on).filter(isOperation);
  return named.length === 0 || named.includes(operationOf(request));
}

/** Whether an answer is one of those that are named: by its status or code, as a success, or as a replay. */
function isNamed(on: On, answer: RawResponse): boolean {
  const named = wordsOf(on).filter((word) => !isOperation(word));
  const own = [String(answer.status), codeOf(answer), isOk(answer) && "ok"];
  return (
    named.length === 0 ||
    named.some((word) => own.includes(word) || (word === "replayed" && isReplayed(answer)))
  );
}

export const isReplayed = ({ headers }: RawResponse): boolean =>
  headers["idempotent-replayed"] !== undefined;

/** A request on its way through a server with a fault. */
export interface Passage {
  request: Message;
  /** The body of the request; an empty object where it is no JSON. */
  body: Body;
  /** The idempotency key of the request. */
  key: string | undefined;
  forward(request?: Message): Promise<RawResponse>;
  world: World;
  /** What the fault remembers, as long as the server runs. */
  memory: Body;
}

export type Handle = (passage: Passage) => RawResponse | Promise<RawResponse>;
type Change = (answer: RawResponse, passage: Passage) => RawResponse | Promise<RawResponse>;
type Deliver = (
  delivery: Delivery & { json: Body },
  send: (delivery: Message) => Promise<RawResponse>,
  known: { world: World; memory: Body },
) => Promise<RawResponse>;

/** Checks that find a fault: one, or several in words. */
type Checks = PixCheckName | readonly PixCheckName[];

/** A fault in how requests are handled, notifications are delivered, or both. */
export function fault(
  name: string,
  checks: Checks,
  handle?: Handle,
  deliver?: Deliver,
  on: On = "",
): Fault {
  const called = wordsOf(on).filter((word) => isOperation(word) && word !== "other");
  const make = (world: World): Hooks => {
    const memory = {};
    return {
      ...(handle && {
        handle: async (request, pass) => {
          const forward = (other = request) => pass(other);
          const body = parse(request.body) ?? {};
          return handle({ request, body, key: request.headers[keyHeader], forward, world, memory });
        },
      }),
      ...(deliver && {
        deliver: (delivery, send) =>
          deliver({ ...delivery, json: parse(delivery.body) }, send, { world, memory }),
      }),
    };
  };
  return {
    name,
    caughtBy: [checks].flat(),
    make,
    ...(called.length > 0 && { operations: called }),
  };
}

/** Handles requests by a change of some answers. */
export const after =
  (on: On, change: Change): Handle =>
  async (passage) => {
    const answer = await passage.forward();
    return isOn(on, passage.request) && isNamed(on, answer) ? change(answer, passage) : answer;
  };

/** A fault in how requests are handled. */
export const handles = (name: string, checks: Checks, handle: Handle): Fault =>
  fault(name, checks, handle);

/** A fault in how notifications are sent. */
export const delivers = (name: string, checks: Checks, deliver: Deliver): Fault =>
  fault(name, checks, undefined, deliver);

/** A server with settings of its own. */
export const settings = (
  name: string,
  checks: Checks,
  changes: Parameters<World["sandbox"]["control"]["settings"]["change"]>[0],
): Fault =>
  handles(name, checks, async ({ forward, memory, world }) => {
    memory.set ??= world.sandbox.control.settings.change(changes);
    await memory.set;
    return forward();
  });

/** A fault in some answers, found where their operations are called. */
export const onResponse = (name: string, checks: Checks, on: On, change: Change): Fault =>
  fault(name, checks, after(on, change), undefined, on);

/** The same, found where other operations are called too. */
export const across = (name: string, checks: Checks, on: On, change: Change): Fault =>
  fault(name, checks, after(on, change));

/** A fault in what some operations make of a request. */
export const onRequest = (
  name: string,
  checks: Checks,
  on: On,
  change: (request: Message) => Message,
): Fault =>
  fault(
    name,
    checks,
    ({ request, forward }) => forward(isOn(on, request) ? change(request) : request),
    undefined,
    on,
  );

/** A fault in the text of every body. */
export const inText = (
  name: string,
  checks: Checks,
  on: On,
  change: (text: string) => string,
): Fault => onResponse(name, checks, on, (answer) => ({ ...answer, body: change(answer.body) }));

/** A fault in the bodies of some operations. */
export const inBody = (
  name: string,
  checks: Checks,
  on: On,
  change: (body: Body, passage: Passage) => unknown,
): Fault =>
  onResponse(name, checks, on, (answer, passage) =>
    withBody(answer, (body) => change(body, passage)),
  );

/** A fault in the objects that some operations show, which are changed in place. */
export const inData = (
  name: string,
  checks: Checks,
  on: On,
  change: (data: Body, passage: Passage) => unknown,
): Fault =>
  onResponse(name, checks, on, (answer, passage) =>
    withData(answer, (data) => change(data, passage)),
  );

/** A fault in fields of the objects that some operations show. */
export const shows = (
  name: string,
  checks: Checks,
  on: On,
  fields: object | ((data: Body) => object),
): Fault =>
  inData(name, checks, on, (data) =>
    Object.assign(data, typeof fields === "function" ? fields(data) : fields),
  );

/** A fault in a field of the objects that have it. */
export const changes = (
  name: string,
  checks: Checks,
  on: On,
  field: string,
  change: (value: Body) => unknown,
): Fault =>
  inData(name, checks, on, (data) => {
    if (data[field]) data[field] = change(data[field]);
  });

/** A fault in the lists that an operation shows. */
export const inList = (
  name: string,
  checks: Checks,
  on: On,
  change: (all: Body[]) => Body[],
): Fault =>
  inBody(name, checks, on, (body) =>
    Array.isArray(body.data) ? { ...body, data: change(body.data) } : body,
  );

/** A server that answers with another status. */
export const answersWith = (status: number, name: string, checks: Checks, on: On): Fault =>
  onResponse(name, checks, on, (answer) => ({ ...answer, status }));

/** A fault in the headers of some operations. */
export const inHeaders = (
  name: string,
  checks: Checks,
  on: On,
  headers:
    | Record<string, string | undefined>
    | ((headers: Record<string, string>) => Record<string, string | undefined>),
): Fault =>
  onResponse(name, checks, on, (answer) =>
    withHeaders(answer, typeof headers === "function" ? headers(answer.headers) : headers),
  );

/** A fault in the errors of some operations. */
export const inError = (
  name: string,
  checks: Checks,
  on: On,
  change: object | ((error: Body, passage: Passage) => object),
): Fault =>
  inBody(name, checks, on, ({ error, ...body }, passage) => {
    const changed = error && (typeof change === "function" ? change(error, passage) : change);
    return error ? { ...body, error: { ...error, ...changed } } : body;
  });

/** A server that refuses some requests with an error: `400 VALIDATION_ERROR`. */
export const refuses = (
  name: string,
  checks: Checks,
  on: On,
  error: string,
  isIt: Which = () => true,
): Fault =>
  onResponse(name, checks, on, (answer, { body, request }) =>
    isIt(body, request, answer) ? errorResponse(error, answer) : answer,
  );

/** Which requests, or answers to them. */
type Which = (body: Body, request: Message, answer: RawResponse) => boolean | undefined;

/** A server that takes one cause of a refusal for another. */
export const mistakes = (name: string, on: On, error: string, isIt?: Which): Fault =>
  refuses(name, "error-fits-cause", on, error, isIt);

/** A server that fails at some requests. */
export const fails = (name: string, on: On, isIt: Which): Fault =>
  refuses(name, "server-error", on, "500 INTERNAL_ERROR", isIt);

/** A server that refuses what keeps the contract. */
export const rejects = (name: string, on: On, isIt: Which, error = "400 VALIDATION_ERROR"): Fault =>
  refuses(name, "good-data-accepted", `${on} ok`, error, isIt);

/** A server that mends some requests, and so takes them. */
export const takes = (name: string, checks: Checks, on: On, mend: (body: Body) => void): Fault =>
  onRequest(name, checks, on, (request) => withRequest(request, mend));

/** A server that mends one field of a request, and so takes what it should refuse. What cannot be mended stays as it is. */
export const mends = (
  name: string,
  on: On,
  path: string,
  mend: (value: Body) => unknown,
  checks?: Checks,
): Fault =>
  takes(name, checks ?? "bad-data-refused", on, (body) => {
    const steps = path.split(".");
    const last = steps.pop() ?? "";
    const parent = steps.reduce<Body>((inner, step) => inner?.[step], body);
    try {
      parent[last] = mend(parent[last]);
    } catch {}
  });

/** A delivery with another body, signed as the sandbox would. */
export const resign = (delivery: Delivery, body: string): Message =>
  signed({ ...delivery, body }, delivery.sign(body));

/** A delivery with another signature. */
export const signed = (delivery: Message, signature: string): Message =>
  withHeaders(delivery, { "pix-signature": signature });

/** A request with a token of the first company. */
export async function asFirst(request: Message, { token }: World): Promise<Message> {
  return withHeaders(request, { authorization: `Bearer ${await token()}` });
}

/** Claims of the token in a request; empty if it has none. */
export const claimsOf = ({ headers }: Message): Body =>
  parse(Buffer.from(headers.authorization?.split(".")[1] ?? "", "base64url").toString()) ?? {};

/** A time of a body, so many milliseconds later. */
export const later = (time: string, by: number): string =>
  new Date(Date.parse(time) + by).toISOString();

/** What the names of faults in times say of their seconds. */
export const shiftOf = (seconds: number): string =>
  `${Math.abs(seconds)} s too ${seconds < 0 ? "early" : "late"}`;

export const keyHeader = "x-idempotency-key";

/** A request with another key, so that nothing is known of it. */
export const withNewKey = (request: Message): Message =>
  withHeaders(request, { [keyHeader]: randomUUID() });
