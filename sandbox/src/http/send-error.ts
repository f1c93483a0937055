import type { FastifyReply, FastifyRequest } from "fastify";
import { sampleError } from "../service/sample-error.ts";

/** Seconds after which a caller may try again that a fault or a trigger turns away. */
const retryAfter = 1;

const limitHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset", "x-ratelimit-window"];

/**
 * Answers an error in the contract's shape, with the headers that go with it, though nothing has gone wrong.
 *
 * @param now epoch milliseconds
 */
export function sendError(code: string, now: number, request: FastifyRequest, reply: FastifyReply): void {
  const { status, ...error } = sampleError(code);
  if (code === "INTERNAL_ERROR") error.details = { requestId: request.id };
  if (status === 401) {
    const challenge = challengeOf(request);
    reply.header("www-authenticate", challenge);
    // Who is not recognised by a token is not counted, and is told of no limit; the call for tokens is counted before.
    if (/^bearer/i.test(challenge)) for (const name of limitHeaders) reply.removeHeader(name);
  }
  if (status === 429) Object.assign(error, describeLimit(now, reply));
  const body = { success: false, error: { code, ...error }, timestamp: new Date(now).toISOString() };
  reply.code(status).header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
}

function challengeOf(request: FastifyRequest): string {
  const { operation } = request.routeOptions.config as { operation?: { security?: { challenge: string } | null } };
  return operation?.security?.challenge ?? "Bearer";
}

/** Says in headers that a limit is reached, and gives what the body says of it. */
function describeLimit(now: number, reply: FastifyReply): { message: string; details: Record<string, number> } {
  const [limit = 0, window = 0] = ["x-ratelimit-limit", "x-ratelimit-window"].map((name) =>
    Number(reply.getHeader(name)),
  );
  reply.header("retry-after", retryAfter);
  if (limit > 0) {
    reply.header("x-ratelimit-remaining", 0);
    reply.header("x-ratelimit-reset", Math.ceil(now / 1000) + retryAfter);
  }
  return { message: `Too many requests. Try again in ${retryAfter} second.`, details: { limit, window, retryAfter } };
}
