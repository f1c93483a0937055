import { errorBody } from "@pix-contract/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { errorExample } from "../contract.ts";
import { requestWaits, resultWithin } from "../request-waits.ts";
import { findEarlyTrigger } from "../service/triggers.ts";
import { takeFault } from "../take-fault.ts";
import { waitUnlessAborted } from "../timers.ts";
import { getOperation } from "./request-facts.ts";

/** Requests whose answer is not to arrive. */
const toReset = new WeakSet<FastifyRequest>();

/** Whether a fault resets the connection of a request instead of answering it. */
export function resetsConnection(request: FastifyRequest): boolean {
  return toReset.has(request);
}

/**
 * Adds the faults of the control plane to every route of an instance, and the triggers of errors that come before a
 * handler, such as a rate limit that is reached: they come when the caller is known and before the request is handled.
 */
export function addFaults(app: FastifyInstance, sandbox: Sandbox): void {
  // A closing server does not wait.
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  app.addHook("preHandler", (request, reply, done) => {
    const operation = getOperation(request);
    const trigger = (): void => {
      const code = findEarlyTrigger(operation, request.body);
      if (code === undefined) done();
      else sendFaultError(code, sandbox.clock.now(), request, reply);
    };
    if (operation === undefined || !sandbox.settings.current.hasFaults) trigger();
    else inject(operation, request, reply).then((isAnswered) => isAnswered || trigger(), done);
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (resetsConnection(request)) reset(request, reply);
    else done();
  });

  async function inject(
    operation: string,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<boolean> {
    const { storage, settings } = sandbox;
    const taking = storage.transaction((tx) => takeFault(tx, operation));
    const fault = await resultWithin(
      requestWaits.faults,
      taking.finally(() => settings.read(storage.db)),
    );
    if (!fault) return false;
    request.log.info({ operation, fault }, "A fault is injected.");
    if (fault.kind === "latency") await waitUnlessAborted(fault.options.delay ?? 0, closing.signal);
    if (fault.kind === "reset") toReset.add(request);
    if (fault.kind !== "error") return false;
    sendFaultError(fault.options.code ?? "INTERNAL_ERROR", sandbox.clock.now(), request, reply);
    return true;
  }
}

/** Ends a connection without an answer, as a network that fails does. */
function reset(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  // A request that was injected has no real socket, and only its answer can be destroyed.
  if (typeof socket?.resetAndDestroy === "function") socket.resetAndDestroy();
  else reply.raw.destroy(new Error("socket hang up"));
}

/** Seconds after which a caller may try again that a fault or a trigger turns away. */
const retryAfter = 1;

const limitHeaders = [
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
  "x-ratelimit-window",
];

/**
 * Answers an error in the contract's shape, with the headers that go with it, though nothing has gone wrong.
 *
 * @param now epoch milliseconds
 */
function sendFaultError(
  code: string,
  now: number,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const { status, ...sample } = errorExample(code);
  let { message, details } = sample;
  if (code === "INTERNAL_ERROR") details = { requestId: request.id };
  if (status === 401) {
    const challenge = findChallenge(request);
    reply.header("www-authenticate", challenge);
    // A caller without a valid token is not counted and gets no limit headers; requests for tokens are counted before.
    if (/^bearer/i.test(challenge)) for (const name of limitHeaders) reply.removeHeader(name);
  }
  if (status === 429) {
    message = "Too many requests. Try again in 1 second.";
    details = reachLimit(now, reply);
  }
  const body = errorBody(code, { now, message, details });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "x-request-id": request.id,
  };
  reply.code(status).headers(headers).send(body);
}

function findChallenge(request: FastifyRequest): string {
  const { operation } = request.routeOptions.config as {
    operation?: { security?: { challenge: string } | null };
  };
  return operation?.security?.challenge ?? "Bearer";
}

/** Reports in headers that a limit is reached, and gives the details that the body has of it. */
function reachLimit(now: number, reply: FastifyReply): Record<string, number> {
  const [limit = 0, window = 0] = ["x-ratelimit-limit", "x-ratelimit-window"].map((name) =>
    Number(reply.getHeader(name)),
  );
  reply.header("retry-after", retryAfter);
  if (limit > 0) {
    reply.header("x-ratelimit-remaining", 0);
    reply.header("x-ratelimit-reset", Math.ceil(now / 1000) + retryAfter);
  }
  return { limit, window, retryAfter };
}
