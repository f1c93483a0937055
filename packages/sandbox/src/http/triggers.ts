import type { FastifyInstance } from "fastify";
import type { Sandbox } from "../context.ts";
import { findEarlyTrigger } from "../service/triggers.ts";
import { operationOf } from "./request-facts.ts";
import { sendError } from "./send-error.ts";

/**
 * Adds the triggers of errors that come before a handler, such as a rate limit that is reached; handlers answer the
 * others.
 */
export function addTriggers(app: FastifyInstance, { clock }: Sandbox): void {
  app.addHook("preHandler", (request, reply, done) => {
    const code = findEarlyTrigger(operationOf(request), request.body);
    if (code === undefined) done();
    else sendError(code, clock.now(), request, reply);
  });
}
