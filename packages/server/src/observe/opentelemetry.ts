// One span and one measurement for each request, on the API of OpenTelemetry: which SDK takes them is the provider's choice.
import {
  context,
  type Meter,
  metrics,
  propagation,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { Backlog } from "../notifier/claim.ts";
import type { MadeAttempt } from "../notifier/notifier.ts";
import type { Observe } from "./observe.ts";
import { redactText } from "./redact.ts";

/** The tracer and the meter that take spans and measurements. */
export interface TelemetryOptions {
  /** The one of the global provider if absent. */
  tracer?: Tracer;
  /** The one of the global provider if absent. */
  meter?: Meter;
}

/** The methods that telemetry names: a caller may send any other. */
const knownMethods = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "QUERY",
]);

/**
 * Makes the server's option `observe`: a span of kind server for each request, under that of the caller if its headers
 * name one, current while the handler runs, with an event for its error; the histogram
 * `http.server.request.duration` in seconds, and the counter `http.server.active_requests`. Spans and durations have the
 * route, the method, the status, the error's code, such as that of a limit or a conflict of keys, and whether the response
 * is a replay; the span the caller and the request's id as well. The counter `contract.server.store_errors` counts
 * failures by store.
 */
export function openTelemetry({
  tracer = trace.getTracer("contract-server"),
  meter = metrics.getMeter("contract-server"),
}: TelemetryOptions = {}): Observe {
  const durations = meter.createHistogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of requests.",
  });
  const storeErrors = meter.createCounter("contract.server.store_errors", {
    description: "Requests that failed because a store failed.",
  });
  const active = meter.createUpDownCounter("http.server.active_requests", {
    description: "Requests under way.",
  });
  return ({ id, method: given, headers }, operation) => {
    const method = knownMethods.has(given) ? given : "_OTHER";
    const common = {
      "http.request.method": method,
      ...(operation && { "http.route": operation.path, "contract.operation": operation.id }),
    };
    active.add(1, common);
    const parent = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(
      operation ? `${method} ${operation.path}` : method,
      { kind: SpanKind.SERVER, attributes: { ...common, "contract.request_id": id } },
      parent,
    );
    return {
      run: (work) => context.with(trace.setSpan(parent, span), work),
      end: ({ status, code, callerId, duration, isReplay, failure, failedStore }) => {
        active.add(-1, common);
        if (failedStore) storeErrors.add(1, { ...common, "contract.store": failedStore });
        const outcome = {
          "http.response.status_code": status,
          ...(code !== undefined && { "error.type": code }),
          ...(isReplay && { "contract.replay": true }),
        };
        if (failure instanceof Error) {
          const { name, message } = failure;
          span.recordException({ name, message: redactText(message) });
        }
        span.setAttributes({
          ...outcome,
          ...(callerId !== undefined && { "contract.caller_id": callerId }),
        });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        durations.record(duration / 1000, { ...common, ...outcome });
      },
    };
  };
}

/** Makes the metrics of a notifier: waiting notifications, their delay, and the attempts to deliver them. */
export function notifierTelemetry({
  meter = metrics.getMeter("contract-server"),
}: Pick<TelemetryOptions, "meter"> = {}) {
  const attempts = meter.createHistogram("contract.notifier.attempt.duration", {
    unit: "s",
    description: "Duration of attempts to deliver a notification.",
  });
  const failures = meter.createCounter("contract.notifier.storage_failures", {
    description: "Times that notifications could not be claimed or recorded.",
  });
  const pending = meter.createObservableGauge("contract.notifier.pending", {
    description: "Notifications that are neither delivered nor given up.",
  });
  const overdue = meter.createObservableGauge("contract.notifier.overdue", {
    unit: "s",
    description: "Time since the longest overdue attempt was due.",
  });
  return {
    /** For the option of the same name: the histogram `contract.notifier.attempt.duration` in seconds, by event and outcome. */
    onAttempt: ({
      event,
      status,
      error,
      duration,
    }: Pick<MadeAttempt, "event" | "status" | "error" | "duration">) =>
      attempts.record(duration / 1000, {
        "contract.event": event,
        ...(status !== null && { "http.response.status_code": status }),
        "contract.delivered": error === null,
      }),
    /** For the option of the same name: the counter `contract.notifier.storage_failures`. */
    onStorageFailure: () => failures.add(1),
    /** Observes the gauges `contract.notifier.pending` and `contract.notifier.overdue`, the latter in seconds. */
    watch: (notifier: { backlog(): Promise<Backlog> }) =>
      meter.addBatchObservableCallback(
        async (result) => {
          const backlog = await notifier.backlog();
          result.observe(pending, backlog.pending);
          result.observe(overdue, backlog.overdue / 1000);
        },
        [pending, overdue],
      ),
  };
}
