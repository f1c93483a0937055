import { compoundKey } from "@packages/contract/src/compound-key.ts";
import type { IdempotencyEntry, OperationEntry } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";
import type { ValidRequest } from "../request/validate-request.ts";
import type { ResponseDraft } from "../response/responder.ts";
import type { Service } from "../service.ts";
import {
  FailureAfterWork,
  fingerprintOf,
  type Work as HandlerWork,
  type IdempotencyStore,
  type IdempotentOutcome,
  type IdempotentRequest,
  MemoryIdempotencyStore,
  makeShortFingerprint,
  type StoredResponse,
} from "./idempotency.ts";

/** Makes the step that answers a request with an idempotency key: by its work, or as it was answered before. */
export function withIdempotency<Valid extends ValidRequest>(
  service: Service,
  operation: OperationEntry,
  rule: IdempotencyEntry,
  work: (
    valid: Valid,
    exchange: Exchange,
    transaction: unknown,
  ) => ResponseDraft | PromiseLike<ResponseDraft>,
): (valid: Valid, exchange: Exchange) => void | PromiseLike<void> {
  return (valid, exchange) => {
    const { idempotency: store } = service;
    return store instanceof MemoryIdempotencyStore
      ? runInMemory(store, valid, exchange)
      : runIn(store, valid, exchange);
  };

  /** A store in memory has nothing to wait for: promises would cost more than all that it does. */
  function runInMemory(
    store: MemoryIdempotencyStore,
    valid: Valid,
    exchange: Exchange,
  ): void | PromiseLike<void> {
    let claimed: ReturnType<typeof store.claim>;
    try {
      claimed = store.claim(describe(valid, exchange, makeShortFingerprint, service.steadyClock));
    } catch (failure) {
      return exchange.rethrowFromStore("idempotency", failure);
    }
    if ("kind" in claimed) return send(claimed, exchange);
    const held = claimed;
    const finish = (draft: ResponseDraft): void => {
      store.settle(held, findKept(rule, draft));
      exchange.sendResponse(draft.status, draft.body);
    };
    const fail = (failure: unknown): never => {
      store.fail(held, exchange.hasSucceeded);
      throw failure;
    };
    let draft: ResponseDraft | PromiseLike<ResponseDraft>;
    try {
      draft = work(valid, exchange, undefined);
    } catch (failure) {
      return fail(failure);
    }
    return isPromise(draft) ? draft.then(finish, fail) : finish(draft);
  }

  async function runIn(
    store: IdempotencyStore<unknown>,
    valid: Valid,
    exchange: Exchange,
  ): Promise<void> {
    /** The error of the handler, and the one thrown to the store in its place: any other is the store's. */
    const failed = { thrown: undefined as unknown, cause: undefined as unknown };
    const handle = async (
      transaction: unknown,
    ): Promise<HandlerWork<ResponseDraft | undefined>> => {
      // Answered at its deadline while the store was busy: nothing starts, and the key stays free.
      if (exchange.isSent) return { result: undefined };
      try {
        const result = await work(valid, exchange, transaction);
        const keep = findKept(rule, result);
        return { result, ...(keep && { keep }) };
      } catch (cause) {
        const thrown = exchange.hasSucceeded ? new FailureAfterWork(cause) : cause;
        Object.assign(failed, { thrown, cause });
        throw thrown;
      }
    };
    let outcome: IdempotentOutcome<ResponseDraft | undefined>;
    try {
      outcome = await store.run(describe(valid, exchange, fingerprintOf, service.clock), handle);
    } catch (failure) {
      if (failed.thrown === failure) throw failed.cause;
      return exchange.rethrowFromStore("idempotency", failure);
    }
    if (!exchange.isSent) send(outcome, exchange);
  }

  function describe(
    { params, query, headers, body }: ValidRequest,
    exchange: Exchange,
    makeFingerprint: typeof fingerprintOf,
    clock: () => number,
  ): IdempotentRequest {
    const owner = findKeyOwner(service, rule, exchange);
    const key = String((headers as Record<string, unknown>)[rule.header]);
    const now = clock();
    return {
      id: compoundKey(operation.id, owner, key),
      operation: operation.id,
      owner,
      key,
      now,
      expiresAt: now + rule.retention * 1000,
      fingerprint: makeFingerprint([params, query, body ?? null]),
    };
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

/** The owner of the keys that a request uses. */
function findKeyOwner(
  { options }: Service,
  { scope }: IdempotencyEntry,
  { identity, request }: Exchange,
): string {
  if (scope === "ip") return request.ip;
  if (scope !== "caller" && scope !== "apiKey")
    return options.scopes?.[scope]?.(request, identity?.caller as never) ?? "";
  return (scope === "apiKey" ? identity?.apiKey : undefined) ?? identity?.callerId ?? "";
}

/** The response to remember; undefined if the key stays free. Stores keep strings: no operation with keys answers with bytes. */
function findKept(
  { keeps }: IdempotencyEntry,
  { status, body, code }: ResponseDraft,
): StoredResponse | undefined {
  const isKept = code === undefined ? status < 400 : keeps.includes(code);
  return isKept && typeof body === "string" ? { status, body } : undefined;
}
