import type { FastifyReply, FastifyRequest } from "fastify";
import { type Answer, Failure, replies, Success } from "./answer.ts";
import { callerOf, type Service, sendAnswer, sendCause, sendError, sendInternal } from "./call.ts";
import { errorBody, errorFor } from "./error-body.ts";
import {
  fingerprintOf,
  type IdempotencyStore,
  type IdempotentOutcome,
  MemoryIdempotencyStore,
  type StoredAnswer,
  type Work,
} from "./idempotency.ts";
import { isPromise } from "./is-promise.ts";
import type { HandlerContext } from "./options.ts";
import { limitMessage } from "./rate-limit.ts";
import type { ErrorRule, IdempotencyRule, OperationRule, SuccessRule } from "./rules.ts";
import { bodyProblem, type ValidatedRequest, validateRequest } from "./validate-request.ts";
import { chooseError, detailsOf, type FoundViolation } from "./violations.ts";

/** An answer ready to be sent. */
interface Ready extends StoredAnswer {
  /** Code of the error; absent on a success. */
  code?: string;
}

/** Makes the handler of a route: validates the request, minds its idempotency key and calls the provider's handler. */
export function makePerformer(
  service: Service,
  operation: OperationRule,
): (request: FastifyRequest, reply: FastifyReply) => void {
  const { contract, options } = service;
  const handler = options.handlers[operation.id] as ((context: HandlerContext) => Answer | Promise<Answer>) | undefined;
  const checks = service.requests[operation.id] ?? {};
  const { idempotency } = operation;
  const store = (options.idempotency ?? new MemoryIdempotencyStore()) as IdempotencyStore<unknown>;

  // Functions of the route and not of the request: a closure for each step of each request costs more than the steps.
  const fail = (reply: FastifyReply, failure: unknown): void => sendInternal(service, operation, reply, failure);
  const send = (reply: FastifyReply, ready: Ready): void =>
    sendAnswer(service, operation, reply, ready.status, ready.body);

  return (request, reply) => {
    try {
      perform(request, reply);
    } catch (failure) {
      fail(reply, failure);
    }
  };

  function perform(request: FastifyRequest, reply: FastifyReply): void {
    const problem = bodyProblem(request);
    if (problem) {
      const details = problem === "body-too-large" ? { limit: service.bodyLimit } : undefined;
      sendCause(service, operation, reply, problem, undefined, details);
      return;
    }
    const valid = validateRequest(operation, checks, request, options.tolerate);
    const isValid = valid.violations.length === 0;
    if (isValid && !handler) {
      sendCause(service, operation, reply, "not-implemented");
    } else if (idempotency && (isValid || isKept(valid.violations))) {
      remember(idempotency, valid, request, reply)
        .then((outcome) => sendOutcome(idempotency, outcome, reply))
        .catch((failure) => fail(reply, failure));
    } else {
      const ready = work(valid, request, reply, undefined);
      if (isPromise(ready)) {
        ready.then((given) => send(reply, given)).catch((failure) => fail(reply, failure));
      } else {
        send(reply, ready);
      }
    }
  }

  /** Calls the handler, or answers what is invalid. */
  function work(
    valid: ValidatedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
    transaction: unknown,
  ): Ready | Promise<Ready> {
    if (valid.violations.length > 0) return refuseViolations(valid.violations, reply);
    const answer = callHandler(valid, request, transaction);
    if (!isPromise(answer)) return finish(answer, reply);
    const timer = startTimer(reply);
    return Promise.resolve(answer)
      .finally(() => clearTimeout(timer))
      .then((given) => finish(given, reply));
  }

  function callHandler(
    valid: ValidatedRequest,
    request: FastifyRequest,
    transaction: unknown,
  ): Answer | Promise<Answer> {
    const caller = callerOf(request);
    return (handler as NonNullable<typeof handler>)({
      body: valid.body,
      params: valid.params,
      query: valid.query,
      headers: valid.headers,
      company: caller?.company,
      companyId: caller?.companyId,
      transaction,
      request,
      log: request.log,
      reply: replies,
    });
  }

  /**
   * Answers for a handler that takes too long; what it answers later is dropped, but remembered under its key. Fastify's
   * own `handlerTimeout` costs every request as much as its validation.
   */
  function startTimer(reply: FastifyReply): NodeJS.Timeout | undefined {
    const { handlerTimeout = 30_000 } = options;
    if (handlerTimeout <= 0) return undefined;
    return setTimeout(() => {
      const late = new Error(`${operation.id} did not answer within ${handlerTimeout} ms.`);
      sendInternal(service, operation, reply, late);
    }, handlerTimeout);
  }

  /** Turns what a handler answers into what is sent. */
  function finish(answer: Answer, reply: FastifyReply): Ready {
    if (answer instanceof Success) {
      return { status: operation.success.status, body: JSON.stringify(successBody(operation.success, answer)) };
    }
    if (!(answer instanceof Failure))
      throw new TypeError(`${operation.id} answered with neither reply.ok nor reply.fail.`);
    const error = contract.errors[answer.code];
    if (!error || !operation.errors.includes(error.code)) {
      throw new TypeError(`${operation.id} cannot fail with ${answer.code}: the contract does not list it.`);
    }
    return refuse(error, reply, answer.message, answer.details);
  }

  function refuse(error: ErrorRule, reply: FastifyReply, message?: string, details?: unknown): Ready {
    if (error.status === 401 && operation.security) reply.header("www-authenticate", operation.security.challenge);
    const retryAfter = error.code === operation.causes["rate-limit"] ? retryAfterOf(details) : undefined;
    // A limit of the provider's own is told like the contract's: by a header too, and in words.
    if (retryAfter !== undefined && !reply.sent) reply.header("retry-after", retryAfter);
    const text = message ?? (retryAfter === undefined ? undefined : limitMessage(retryAfter));
    const body = JSON.stringify(errorBody(error, service.clock(), text, details));
    return { status: error.status, body, code: error.code };
  }

  /** Seconds to wait, as the details of a handler's own refusal say. */
  function retryAfterOf(details: unknown): number | undefined {
    const field = operation.rateLimit?.details.retryAfter;
    const seconds = field === undefined ? undefined : (details as Record<string, unknown> | undefined)?.[field];
    return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : undefined;
  }

  function errorOf(violations: readonly FoundViolation[]): ErrorRule {
    const own = chooseError(violations);
    const known = own === undefined ? undefined : contract.errors[own];
    if (known) return known;
    // A path whose parameter breaks its rule leads nowhere, where the operation has no error for it.
    return errorFor(contract, operation.causes.validation ? "validation" : "unknown-path", operation);
  }

  function refuseViolations(violations: readonly FoundViolation[], reply: FastifyReply): Ready {
    const error = errorOf(violations);
    return refuse(error, reply, undefined, detailsOf(error, violations));
  }

  /** Whether an invalid request is answered the same way when it comes again, as the contract may say of its code. */
  function isKept(violations: readonly FoundViolation[]): boolean {
    return idempotency?.keeps.includes(errorOf(violations).code) ?? false;
  }

  function remember(
    rule: IdempotencyRule,
    valid: ValidatedRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<IdempotentOutcome<Ready>> {
    const caller = callerOf(request);
    const owner = (rule.scope === "apiKey" ? caller?.apiKey : undefined) ?? caller?.companyId ?? "";
    const key = String((valid.headers as Record<string, unknown>)[rule.header]);
    const now = service.clock();
    return store.run(
      {
        id: JSON.stringify([operation.id, owner, key]),
        operation: operation.id,
        owner,
        key,
        fingerprint: fingerprintOf([valid.params, valid.query, valid.body ?? null]),
        now,
        expiresAt: now + rule.retention * 1000,
      },
      async (transaction): Promise<Work<Ready>> => {
        const ready = await work(valid, request, reply, transaction);
        const kept = ready.code === undefined || rule.keeps.includes(ready.code);
        return { result: ready, ...(kept && { keep: { status: ready.status, body: ready.body } }) };
      },
    );
  }

  function sendOutcome(rule: IdempotencyRule, outcome: IdempotentOutcome<Ready>, reply: FastifyReply): void {
    if (outcome.kind === "ran") {
      send(reply, outcome.result);
      return;
    }
    if (outcome.kind === "replayed") {
      if (!reply.sent) reply.header(rule.replayedHeader, "true");
      send(reply, outcome.answer);
      return;
    }
    if (outcome.kind === "running" && !reply.sent)
      reply.header("retry-after", Math.max(1, Math.ceil(outcome.retryAfter)));
    sendError(service, operation, reply, errorFor(contract, "idempotency-conflict", operation));
  }
}

function successBody({ envelope, constants, message }: SuccessRule, answer: Success): unknown {
  if (envelope) return { ...constants, message: answer.message ?? message, data: answer.data };
  return { ...constants, ...(answer.data as object) };
}
