import type { OperationEntry } from "../contract-table.ts";
import type { Exchange, FailedStore, ServerRequest } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";

/** The target of a request. The path is as OpenAPI writes it, `/things/{id}`, and holds no parameter's value. */
export type ObservedOperation = Pick<OperationEntry, "id" | "path">;

/** A request that was answered. */
export interface RequestEvent {
  /** Undefined if no operation has the path. */
  operation: ObservedOperation | undefined;
  requestId: string;
  method: string;
  status: number;
  /** Code of the error; undefined on a success. */
  code: string | undefined;
  /** Who called; undefined if that was not found out. */
  callerId: string | undefined;
  /** Whether the response is that of an earlier request with the same idempotency key. */
  isReplay: boolean;
  /** The error that was thrown; undefined if the request did not fail. */
  failure: unknown;
  /** The store that failed; undefined if none did. */
  failedStore: FailedStore | undefined;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Milliseconds until the response was given. */
  duration: number;
}

/** Watches one request. */
export interface RequestObserver {
  /** Runs the request, such as inside of a span's context, which lasts until its handler is done. */
  run?(work: () => void): void;
  /** Called when the request was answered. */
  end?(event: RequestEvent): void;
}

/** Makes the watcher of a request; undefined if it is not watched. */
export type Observe = (
  request: ServerRequest,
  operation: ObservedOperation | undefined,
) => RequestObserver | undefined;

/** Runs a request, watched if somebody does. */
type Begin = (exchange: Exchange, operation: OperationEntry | undefined, work: () => void) => void;

/** Makes the step that every request begins with: it reports the end to observers. */
export function makeBegin({ observe }: { observe?: Observe }): Begin {
  if (!observe) return (_exchange, _operation, work) => work();
  return (exchange, operation, work) => {
    const { request } = exchange;
    const { id: requestId, method } = request;
    const startedAt = Date.now();
    const start = performance.now();
    const replayed = operation?.idempotency?.replayedHeader?.toLowerCase();
    const about = operation && { id: operation.id, path: operation.path };
    const observer = guarded(exchange, () => observe(request, about)) ?? undefined;
    let isOver = false;
    const report = (status: number, body: string): void => {
      if (isOver) return;
      isOver = true;
      const duration = performance.now() - start;
      const code = status < 400 ? undefined : findCode(body);
      const callerId = exchange.identity?.callerId;
      const isReplay = replayed !== undefined && exchange.getHeader(replayed) !== undefined;
      guarded(exchange, () =>
        observer?.end?.({
          operation: about,
          requestId,
          method,
          status,
          code,
          callerId,
          isReplay,
          startedAt,
          duration,
          failure: exchange.failure,
          failedStore: exchange.failedStore,
        }),
      );
    };
    exchange.onEnd = report;
    // Hooks of Fastify and middleware of Express answer too.
    exchange.onResponseEnd((status) => report(status, ""));
    if (observer?.run) runBy(observer, exchange, work);
    else work();
  };
}

/** Has an observer run a request; if it fails before that, the request runs without it. */
function runBy(observer: RequestObserver, exchange: Exchange, work: () => void): void {
  let isPending = true;
  const once = (): void => {
    if (!isPending) return;
    isPending = false;
    work();
  };
  guarded(exchange, () => observer.run?.(once), once);
  // An observer that does not call it at once does not hold the request up.
  once();
}

/** An observer that fails does not fail the request. @param instead called then */
function guarded<Value>(
  { request }: Exchange,
  work: () => Value,
  instead?: () => void,
): Value | undefined {
  const logFailure = (error: unknown): void =>
    request.log.error({ err: error }, "An observer of requests failed.");
  try {
    const value = work();
    if (isPromise(value)) value.then(undefined, logFailure);
    return value;
  } catch (error) {
    logFailure(error);
    instead?.();
    return undefined;
  }
}

/** The code of an error's body: beside the message, or at the top, as in problem details. */
export function findCode(body: string): string | undefined {
  // A plain text response of a handler has no code.
  if (!body.startsWith("{")) return undefined;
  const { code, error } = JSON.parse(body) as { code?: unknown; error?: { code?: unknown } };
  const found = error?.code ?? code;
  return typeof found === "string" ? found : undefined;
}
