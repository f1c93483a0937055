import { errorBody } from "@pix-contract/server";
import type { FastifyReply, FastifyRequest } from "fastify";
import { errorExample } from "../contract.ts";

/** Seconds after which a caller may try again that a fault or a trigger turns away. */
const retryAfter = 1;

const limitHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-window"];

/**
 * Answers an error in the contract's shape, with the headers that go with it, though nothing has gone wrong.
 *
 * @param now epoch milliseconds
 */
export function sendError(code: string, now: number, request: FastifyRequest, reply: FastifyReply): void {
  const { status, ...sample } = errorExample(code);
  let { message, details } = sample;
  if (code === "INTERNAL_ERROR") details = { requestId: request.id };
  if (status === 401) {
    const challenge = challengeOf(request);
    reply.header("www-authenticate", challenge);
    // A caller without a valid token is not counted and gets no limit headers; requests for tokens are counted before.
    if (/^bearer/i.test(challenge)) for (const name of limitHeaders) reply.removeHeader(name);
  }
  if (status === 429) {
    message = "Too many requests. Try again in 1 second.";
    details = reachLimit(now, reply);
  }
  const body = errorBody(code, { now, message, details });
  reply.code(status).header("content-type", "application/json; charset=utf-8").send(body);
}

function challengeOf(request: FastifyRequest): string {
  const { operation } = request.routeOptions.config as { operation?: { security?: { challenge: string } | null } };
  return operation?.security?.challenge ?? "Bearer";
}

/** Says in headers that a limit is reached, and gives the details that the body has of it. */
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
