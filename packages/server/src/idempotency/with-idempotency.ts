import type { Exchange } from "../http/exchange.ts";
import type { ValidRequest } from "../request/validate-request.ts";
import type { ResponseDraft } from "../response/responder.ts";
import type { IdempotencyRule, OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";
import {
  FailureAfterWork,
  fingerprintOf,
  type Work as HandlerWork,
  type IdempotentOutcome,
  type IdempotentRequest,
} from "./idempotency.ts";

/** Makes the step that answers a request with an idempotency key: by its work, or as it was answered before. */
export function withIdempotency<Valid extends ValidRequest>(
  service: Service,
  operation: OperationRule,
  rule: IdempotencyRule,
  work: (
    valid: Valid,
    exchange: Exchange,
    transaction: unknown,
  ) => ResponseDraft | PromiseLike<ResponseDraft>,
): (valid: Valid, exchange: Exchange) => Promise<void> {
  return async (valid, exchange) => {
    const failed = { thrown: undefined as unknown, cause: undefined as unknown };
    const handle = async (
      transaction: unknown,
    ): Promise<HandlerWork<ResponseDraft | undefined>> => {
      // Answered at its deadline while the store was busy: nothing starts, and the key stays free.
      if (exchange.isSent) return { result: undefined };
      let result: ResponseDraft;
      try {
        result = await work(valid, exchange, transaction);
      } catch (cause) {
        const thrown = exchange.hasSucceeded ? new FailureAfterWork(cause) : cause;
        Object.assign(failed, { thrown, cause });
        throw thrown;
      }
      const { status, body, code } = result;
      const isKept = code === undefined ? status < 400 : rule.keeps.includes(code);
      // Stores keep strings; an operation with keys cannot return bytes.
      return { result, ...(isKept && typeof body === "string" && { keep: { status, body } }) };
    };
    let outcome: IdempotentOutcome<ResponseDraft | undefined>;
    try {
      outcome = await service.idempotency.run(describe(valid, exchange), handle);
    } catch (failure) {
      if (failed.thrown === failure) throw failed.cause;
      return exchange.rethrowFromStore("idempotency", failure);
    }
    if (!exchange.isSent) send(outcome, exchange);
  };

  function describe(
    { params, query, headers, body }: ValidRequest,
    exchange: Exchange,
  ): IdempotentRequest {
    const owner = ownerOf(exchange);
    const key = String((headers as Record<string, unknown>)[rule.header]);
    const now = service.clock();
    return {
      id: JSON.stringify([operation.id, owner, key]),
      operation: operation.id,
      owner,
      key,
      now,
      expiresAt: now + rule.retention * 1000,
      fingerprint: fingerprintOf([params, query, body ?? null]),
    };
  }

  /** Whose keys a request uses. */
  function ownerOf({ caller, request }: Exchange): string {
    const { scope } = rule;
    if (scope === "ip") return request.ip;
    if (scope !== "caller" && scope !== "apiKey")
      return service.options.scopes?.[scope]?.(request, caller?.caller as never) ?? "";
    return (scope === "apiKey" ? caller?.apiKey : undefined) ?? caller?.callerId ?? "";
  }

  function send(outcome: IdempotentOutcome<ResponseDraft | undefined>, exchange: Exchange): void {
    if (outcome.kind === "ran" || outcome.kind === "replayed") {
      if (outcome.kind === "replayed" && rule.replayedHeader !== undefined)
        exchange.setHeader(rule.replayedHeader.toLowerCase(), "true");
      const response = outcome.kind === "ran" ? outcome.result : outcome.response;
      if (response) exchange.sendResponse(response.status, response.body);
      return;
    }
    if (outcome.kind === "running") {
      exchange.setHeader("retry-after", String(Math.max(1, Math.ceil(outcome.retryAfter))));
    }
    exchange.sendCause("idempotency-conflict");
  }
}
