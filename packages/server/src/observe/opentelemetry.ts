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
import type { Observe } from "./observe.ts";
import { redactText } from "./redact.ts";

/** What takes spans and measurements. */
export interface TelemetryOptions {
  /** The one of the global provider if absent. */
  tracer?: Tracer;
  /** The one of the global provider if absent. */
  meter?: Meter;
}

/** The methods that telemetry names: a caller may send any other. */
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY"]);

/**
 * Makes the server's option `observe`: a span of kind server for each request, under that of the caller where its headers
 * name one, current while the handler runs, with an event for what it failed with; the histogram
 * `http.server.request.duration` in seconds, and the counter `http.server.active_requests`. Spans and durations have the
 * route, the method, the status, the error's code, such as that of a limit or a conflict of keys, and whether the response
 * is a replay; the span the company and the request's id as well.
 */
export function openTelemetry({
  tracer = trace.getTracer("contract-server"),
  meter = metrics.getMeter("contract-server"),
}: TelemetryOptions = {}): Observe {
  const durations = meter.createHistogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of requests.",
  });
  const active = meter.createUpDownCounter("http.server.active_requests", { description: "Requests under way." });
  return ({ id, method: given, headers }, operation) => {
    const method = methods.has(given) ? given : "_OTHER";
    const common = {
      "http.request.method": method,
      ...(operation && { "http.route": operation.path, "contract.operation": operation.id }),
    };
    active.add(1, common);
    const caller = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(
      operation ? `${method} ${operation.path}` : method,
      { kind: SpanKind.SERVER, attributes: { ...common, "contract.request_id": id } },
      caller,
    );
    return {
      run: (work) => context.with(trace.setSpan(caller, span), work),
      end: ({ status, code, companyId, duration, isReplay, failure }) => {
        active.add(-1, common);
        const outcome = {
          "http.response.status_code": status,
          ...(code !== undefined && { "error.type": code }),
          ...(isReplay && { "contract.replay": true }),
        };
        if (failure instanceof Error) {
          const { name, message } = failure;
          span.recordException({ name, message: redactText(message) });
        }
        span.setAttributes({ ...outcome, ...(companyId !== undefined && { "contract.company_id": companyId }) });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        durations.record(duration / 1000, { ...common, ...outcome });
      },
    };
  };
}
