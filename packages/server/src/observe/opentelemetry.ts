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

/** What takes spans and measurements. */
export interface TelemetryOptions {
  /** The one of the global provider if absent. */
  tracer?: Tracer;
  /** The one of the global provider if absent. */
  meter?: Meter;
}

/**
 * Makes the server's option `observe`: a span of kind server for each request, under that of the caller where its headers
 * name one, current while the handler runs; and the histogram `http.server.request.duration` in seconds. Both have the
 * route, the method, the status and the error's code; the span the company and the request's id as well.
 */
export function openTelemetry({
  tracer = trace.getTracer("contract-server"),
  meter = metrics.getMeter("contract-server"),
}: TelemetryOptions = {}): Observe {
  const durations = meter.createHistogram("http.server.request.duration", {
    unit: "s",
    description: "Duration of requests.",
  });
  return ({ id, method, headers }, operation) => {
    const common = {
      "http.request.method": method,
      ...(operation && { "http.route": operation.path, "contract.operation": operation.id }),
    };
    const caller = propagation.extract(context.active(), headers);
    const span = tracer.startSpan(
      operation ? `${method} ${operation.path}` : method,
      { kind: SpanKind.SERVER, attributes: { ...common, "contract.request_id": id } },
      caller,
    );
    return {
      run: (work) => context.with(trace.setSpan(caller, span), work),
      end: ({ status, code, companyId, duration }) => {
        const outcome = { "http.response.status_code": status, ...(code !== undefined && { "error.type": code }) };
        span.setAttributes({ ...outcome, ...(companyId !== undefined && { "contract.company_id": companyId }) });
        if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        durations.record(duration / 1000, { ...common, ...outcome });
      },
    };
  };
}
