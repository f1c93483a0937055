import type { ErrorEntry, OperationEntry } from "./contract-table.ts";
import type { Exchange } from "./http/exchange.ts";
import { withIdempotency } from "./idempotency/with-idempotency.ts";
import { chain } from "./is-promise.ts";
import { makeChoiceReader } from "./request/accept.ts";
import { UnreadBody } from "./request/parse-body.ts";
import { makeValidation, type ValidatedRequest } from "./request/validate-request.ts";
import { describeViolations } from "./request/violations.ts";
import { errorBody, errorFor } from "./response/error-body.ts";
import { Responder, type ResponseDraft } from "./response/responder.ts";
import { Result, replies } from "./response/result.ts";
import type { Service } from "./service.ts";

/** Answers a request that was let in and whose body was read. Throws errors from the provider's code (handlers, stores). */
export type OperationHandler = (exchange: Exchange) => void | PromiseLike<void>;

/** Makes the step that validates a request, applies its idempotency key and calls the provider's handler. */
export function makeOperationHandler(
  service: Service,
  operation: OperationEntry,
): OperationHandler {
  const { idempotency } = operation;
  const handler = service.options.handlers[operation.id] as
    | ((context: object) => Result | Promise<Result>)
    | undefined;
  const around = service.options.around as
    | ((context: object, next: () => Promise<Result>) => Result | Promise<Result>)
    | undefined;
  const readChoice = makeChoiceReader(operation);
  const validate = makeValidation(service, operation);
  const responder = new Responder(service, operation);
  const runOnce = idempotency && withIdempotency(service, operation, idempotency, work);

  return (exchange) => {
    if (exchange.body instanceof UnreadBody) return refuseBody(service, exchange, exchange.body);
    if (!readChoice(exchange)) return exchange.sendCause("not-acceptable");
    const valid = validate(exchange);
    const isValid = valid.violations.length === 0;
    if (isValid && !handler) {
      exchange.sendCause("not-implemented");
      return;
    }
    if (runOnce && (isValid || isKept(service, operation, valid))) return runOnce(valid, exchange);
    return chain(work(valid, exchange, undefined), ({ status, body }) =>
      exchange.sendResponse(status, body),
    );
  };

  /** Calls the handler, or refuses an invalid request. */
  function work(
    valid: ValidatedRequest,
    exchange: Exchange,
    transaction: unknown,
  ): ResponseDraft | PromiseLike<ResponseDraft> {
    if (valid.violations.length > 0) return refuseViolations(service, operation, valid);
    const context = makeContext(valid, exchange, transaction);
    return around ? runAround(around, context, exchange) : runHandler(context, exchange);
  }

  function makeContext(
    { body, params, query, headers, cookies }: ValidatedRequest,
    exchange: Exchange,
    transaction: unknown,
  ) {
    const { identity, request } = exchange;
    return {
      operation: operation.id,
      body,
      params,
      query,
      headers,
      cookies,
      ...readChoice(exchange),
      caller: identity?.caller,
      callerId: identity?.callerId,
      transaction,
      request,
      log: request.log,
      reply: replies,
    };
  }

  function runHandler(
    context: object,
    exchange: Exchange,
    onResult?: (result: Result) => void,
  ): ResponseDraft | PromiseLike<ResponseDraft> {
    return chain((handler as NonNullable<typeof handler>)(context), (result) => {
      // A value that is not a result does not prove that the handler did nothing.
      exchange.hasSucceeded = !(result instanceof Result) || result.isSuccess;
      onResult?.(result);
      return responder.respond(result, exchange);
    });
  }

  /** Has the option `around` call the handler. Its response is checked by then, so that the option may commit. */
  async function runAround(
    call: NonNullable<typeof around>,
    context: object,
    exchange: Exchange,
  ): Promise<ResponseDraft> {
    const headers = [...exchange.headers];
    let isCalled = false;
    const handled: { result?: Result; draft?: ResponseDraft } = {};
    const next = async (): Promise<Result> => {
      if (isCalled) throw new Error("`around` called its handler a second time.");
      isCalled = true;
      handled.draft = await runHandler(context, exchange, (result) => {
        handled.result = result;
      });
      return handled.result as Result;
    };
    const result = await call(context, next);
    if (handled.draft && result === handled.result) return handled.draft;
    // Those of the response that is replaced do not belong to this one.
    if (!exchange.isSent) exchange.headers.splice(0, exchange.headers.length, ...headers);
    return responder.respond(result, exchange);
  }
}

function refuseBody({ bodyLimit }: Service, exchange: Exchange, { cause }: UnreadBody): void {
  exchange.sendCause(
    cause,
    undefined,
    cause === "body-too-large" ? { limit: bodyLimit } : undefined,
  );
}

/** The error of the first violation if each of them has a code; otherwise the general one. */
function errorForViolations(
  { contract }: Service,
  operation: OperationEntry,
  { violations, inPath }: Pick<ValidatedRequest, "violations" | "inPath">,
): ErrorEntry {
  const codes = violations.map(({ code }) => code);
  const first = codes.includes(undefined) ? undefined : contract.errors[codes[0] ?? ""];
  if (first) return first;
  const areAllInPath = inPath === violations.length;
  // Without an error for invalid requests, an operation has no resource under an invalid path.
  if (areAllInPath && !operation.causes.validation)
    return errorFor(contract, "unknown-path", operation);
  return errorFor(contract, "validation", operation);
}

function refuseViolations(
  service: Service,
  operation: OperationEntry,
  valid: ValidatedRequest,
): ResponseDraft {
  const error = errorForViolations(service, operation, valid);
  const details = describeViolations(error, valid.violations);
  return {
    status: error.status,
    body: errorBody(service.contract, error, service.clock(), undefined, details),
    code: error.code,
  };
}

/** Whether an invalid request with a key is answered the same way when it comes again, if the contract keeps refusals. */
function isKept(service: Service, operation: OperationEntry, valid: ValidatedRequest): boolean {
  const { idempotency } = operation;
  if (!idempotency || !(idempotency.header in (valid.headers as object))) return false;
  return idempotency.keeps.includes(errorForViolations(service, operation, valid).code);
}
