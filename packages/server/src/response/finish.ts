import type { Finding, ReadOptions } from "@packages/contract/src/check/run.ts";
import type { Exchange } from "../http/exchange.ts";
import { isPromise } from "../is-promise.ts";
import { limitMessage } from "../limits/rate-limit.ts";
import { plain, type Violation, withoutTolerated } from "../request/violations.ts";
import type { OperationRule } from "../rules.ts";
import type { Service } from "../service.ts";
import { contentTypeOf, errorBody } from "./error-body.ts";
import { type Answer, type Failure, Result, type Success } from "./result.ts";

/** A response ready to be sent: its status and its body as JSON text, empty where it has none. */
export interface Finished {
  status: number;
  body: string | Uint8Array;
  /** Code of the error; absent on a success. */
  code?: string;
  /** Content type; that of the operation's response if absent. */
  type?: string;
}

/** Turns what a handler answers into a response. @throws where the contract does not give it the operation */
export type Finish = (result: Result, exchange: Exchange) => Finished;

/** Makes the step that turns the results of an operation into responses. */
export function makeFinish(service: Service, operation: OperationRule): Finish {
  const succeed = makeSuccess(service, operation);
  const fail = makeFailure(service, operation);
  const give = makeAnswer(service, operation);
  return (result, exchange) => {
    if (!(result instanceof Result)) {
      throw new TypeError(
        `${operation.id} answered with none of reply.ok, reply.fail and reply.send.`,
      );
    }
    const { given } = result;
    if (given.kind === "success") return succeed(given, exchange);
    return given.kind === "failure" ? fail(given, exchange) : give(given, exchange);
  };
}

function makeSuccess(
  service: Service,
  operation: OperationRule,
): (result: Success, exchange: Exchange) => Finished {
  if (!operation.success) {
    return () => {
      throw new TypeError(`${operation.id} has no success of its own: answer with reply.send.`);
    };
  }
  const { status, envelope, constants, message: usual } = operation.success;
  const type = contentTypeOf(operation, status);
  const isJson = type.includes("json");
  const row = service.checks.results[operation.id]?.[status];
  const write = makeWriter(service, operation, row);
  const isPlain = Object.keys(constants).length === 0;
  return ({ data, message }, exchange) => {
    if (!isJson && data instanceof Uint8Array) return { status, body: data, type };
    if (!isJson && typeof data === "string")
      return {
        status,
        body: row === undefined ? data : (write(exchange, status, data) as string),
        type,
      };
    // A list or a scalar is its own body, and nothing is none.
    const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
    const body = envelope
      ? { ...constants, message: message ?? usual, data }
      : isObject && !isPlain
        ? { ...constants, ...data }
        : data;
    return { status, body: JSON.stringify(write(exchange, status, body)) ?? "", type };
  };
}

/** Makes the step for responses that a handler gives whole. */
function makeAnswer(
  service: Service,
  operation: OperationRule,
): (answer: Answer, exchange: Exchange) => Finished {
  const rows = service.checks.results[operation.id] ?? {};
  const refuse: Refuse = makeRefusal(service, operation);
  const report = makeReport(service, operation);
  const writers = new Map<number, Writer>(
    operation.responses.map(({ from }) => [from, makeWriter(service, operation, rows[from])]),
  );
  return ({ status, body, headers }, exchange) => {
    const declared = operation.responses.find(({ from, to }) => from <= status && status <= to);
    const write = declared && writers.get(declared.from);
    if (!declared || !write) {
      throw new TypeError(
        `${operation.id} cannot answer ${status}: the contract does not list it.`,
      );
    }
    const isScalar = typeof body === "number" || typeof body === "boolean";
    const isJson =
      declared.mediaType === undefined || declared.mediaType.endsWith("json") || isScalar;
    const isWithoutBody = status < 200 || status === 204 || status === 304;
    const mayLack =
      isWithoutBody || rows[declared.from] === undefined || operation.method === "HEAD";
    const text = isJson
      ? (JSON.stringify(
          body === undefined && mayLack ? undefined : write(exchange, status, body),
        ) ?? "")
      : body instanceof Uint8Array
        ? body
        : rows[declared.from] === undefined
          ? (body ?? "")
          : write(exchange, status, body);
    if (typeof text !== "string" && !(text instanceof Uint8Array)) {
      return refuse(exchange, status, { path: "", rule: "type", message: "must be text or bytes" });
    }
    if (text.length > 0 && isWithoutBody) {
      throw new TypeError(`A response ${status} has no body.`);
    }
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    for (const [name, value] of given) {
      const isTypeOfNothing = text === "" && name.toLowerCase() === "content-type";
      if (isHeader(name, value) && (isTypeOfNothing || !own.test(name))) continue;
      refuse(exchange, status, { path: name, rule: "header", message: "cannot be a header" });
    }
    const lower = given.map(([name, value]) => [name.toLowerCase(), String(value)]);
    const row = service.checks.headers[operation.id]?.[declared.from];
    const [finding] =
      row === undefined ? [] : service.readers(row)(Object.fromEntries(lower), asText).findings;
    if (finding) refuse(exchange, status, finding);
    const unknown: string[] = [];
    for (const [name, value] of given) {
      const lower = name.toLowerCase();
      if (!own.test(name) && !declared.headers?.includes(lower)) unknown.push(name);
      else if (!exchange.isSent) exchange.setHeader(lower, String(value));
    }
    report(exchange, status, unknown);
    return { status, body: text };
  };
}

/** Headers are texts: what they say is read. */
const asText: ReadOptions = { coerce: true };

/** Headers that the server sets by itself; the type only where there is a body, which a response to HEAD may leave out. */
const own =
  /^(?:connection|content-length|content-type|date|keep-alive|trailer|transfer-encoding|upgrade|x-request-id)$/i;

/** Whether a header can be written as it is. */
function isHeader(name: string, value: unknown): boolean {
  const isScalar = [value].flat().every((one) => /string|number|boolean/.test(typeof one));
  return (
    isScalar &&
    /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))
  );
}

function makeFailure(
  service: Service,
  operation: OperationRule,
): (result: Failure, exchange: Exchange) => Finished {
  const { contract, checks } = service;
  const refuse: Refuse = makeRefusal(service, operation);
  const place = ["error", "details"];
  const rules = new Map(
    operation.errors.flatMap((code) => {
      const error = contract.errors[code];
      const details = checks.details[code];
      const write = makeWriter(service, operation, details?.row, place);
      return error ? [[code, { error, write, required: details?.required ?? false }]] : [];
    }),
  );
  return ({ code, message, details }, exchange) => {
    const rule = rules.get(code);
    if (!rule)
      throw new TypeError(
        `${operation.id} cannot fail with ${code}: the contract does not list it.`,
      );
    const { error, write, required } = rule;
    const { status } = error;
    if (details === undefined && required) {
      refuse(exchange, status, { path: "error.details", rule: "required", message: "is required" });
    }
    if (message !== undefined && typeof message !== "string") {
      refuse(exchange, status, { path: "error.message", rule: "type", message: "must be string" });
    }
    const known = details === undefined ? undefined : write(exchange, status, details);
    const { isSent } = exchange;
    if (!isSent && status === 401 && operation.security) {
      exchange.setHeader("www-authenticate", operation.security.challenge);
    }
    const retryAfter =
      code === operation.causes["rate-limit"] ? retryAfterOf(operation, known) : undefined;
    // A limit of the provider's own is reported like the contract's: by a header too, and in words.
    if (!isSent && retryAfter !== undefined) exchange.setHeader("retry-after", String(retryAfter));
    const text = message ?? (retryAfter === undefined ? undefined : limitMessage(retryAfter));
    return { status, body: errorBody(contract, error, service.clock(), text, known), code };
  };
}

/** Seconds to wait, as the details of a handler's own refusal say. */
function retryAfterOf(operation: OperationRule, details: unknown): number | undefined {
  const field = operation.rateLimit?.details.retryAfter;
  const seconds =
    field === undefined ? undefined : (details as Record<string, unknown> | undefined)?.[field];
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** A handler's result that breaks the contract: the request fails before anything of it is committed. */
class InvalidResponseError extends Error {
  override readonly name = "InvalidResponseError";
}

/** Copies what the contract knows of a value that is about to be sent. @throws {InvalidResponseError} where it breaks the contract */
type Writer = (exchange: Exchange, status: number, value: unknown) => unknown;

/**
 * Makes the writer of one kind of body. Each field is read once, and what is sent is what was checked. Fields that the
 * contract does not know are left out and reported.
 *
 * @param row of the table; undefined where there must be no value
 * @param at steps to the value in the whole body
 */
function makeWriter(
  service: Service,
  operation: OperationRule,
  row?: number,
  at: readonly string[] = [],
): Writer {
  const { options } = service;
  const refuse: Refuse = makeRefusal(service, operation);
  const read = row === undefined ? undefined : service.readers(row);
  const report = makeReport(service, operation);
  return (exchange, status, value) => {
    if (!read) {
      if (value === undefined || value === null) return undefined;
      return refuse(exchange, status, {
        path: at.join("."),
        rule: "type",
        message: "must not be there",
      });
    }
    const dropped: string[] = [];
    const { value: copy, findings } = read(value, { dropped, at });
    if (findings.length > 0) {
      const whole = at.reduceRight((inner, step) => ({ [step]: inner }), value);
      const broken = withoutTolerated(findings, operation.id, whole, options.tolerate);
      if (broken.length > 0) refuse(exchange, status, ...broken);
    }
    report(exchange, status, dropped);
    return copy;
  };
}

/** Reports what is wrong with a response, and fails its request. */
type Refuse = (exchange: Exchange, status: number, ...findings: readonly Finding[]) => never;

function makeRefusal(service: Service, operation: OperationRule): Refuse {
  const { id } = operation;
  return (exchange, status, ...findings) => {
    const violations = findings.map(plain);
    exchange.request.log.error(
      { operation: id, status, violations },
      "A response breaks the contract.",
    );
    callHook(service, operation, exchange, status, violations);
    throw new InvalidResponseError(`The response ${status} of ${id} breaks the contract.`);
  };
}

/** Most paths of an operation's response of which it is remembered that they were logged. */
const mostLogged = 100;

/** Makes what reports fields and headers that were left out. */
function makeReport(service: Service, operation: OperationRule) {
  const logged = new Set<string>();
  return (exchange: Exchange, status: number, dropped: readonly string[]): void => {
    if (dropped.length === 0) return;
    logDropped(operation, exchange, status, dropped, logged);
    const message = "is not in the contract, and was not sent";
    const violations = dropped.map((path) => ({ path, rule: "additionalProperties", message }));
    callHook(service, operation, exchange, status, violations);
  };
}

/** Logs fields that were left out, each once: rows of a database have the same ones every time. */
function logDropped(
  { id }: OperationRule,
  exchange: Exchange,
  status: number,
  dropped: readonly string[],
  logged: Set<string>,
): void {
  const paths = new Set(dropped.map((path) => path.replace(/(?<=\.|^)\d+(?=\.|$)/g, "*")));
  const fields = [...paths].filter((path) => !logged.has(path)).slice(0, mostLogged - logged.size);
  if (fields.length === 0) return;
  for (const path of fields) logged.add(path);
  exchange.request.log.warn(
    { operation: id, status, fields },
    "Fields of a response are not in the contract and were not sent.",
  );
}

/** Reports what does not fit the contract, by its paths and without its values. What the hook throws is logged. */
function callHook(
  { options }: Service,
  { id }: OperationRule,
  exchange: Exchange,
  status: number,
  violations: Violation[],
): void {
  const logFailure = (failure: unknown): void =>
    exchange.request.log.error({ err: failure, operation: id }, "onInvalidResponse failed.");
  try {
    const returned: unknown = options.onInvalidResponse?.({ operation: id, status, violations });
    if (isPromise(returned)) returned.then(undefined, logFailure);
  } catch (failure) {
    logFailure(failure);
  }
}
