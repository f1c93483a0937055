import type { CheckOptions, Reader, ValueViolation } from "@packages/contract/src/check/read.ts";
import type { OperationEntry } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";
import type { Service } from "../service.ts";
import { isInvalidString } from "./parse-body.ts";
import { withoutTolerated } from "./violations.ts";

/** A request as a handler gets it. */
export interface ValidRequest {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
}

/** A request, and its violations. */
export interface ValidatedRequest extends ValidRequest {
  violations: ValueViolation[];
}

const emptyParts = Object.freeze({});
/** The router refuses paths with U+0000 or lone surrogates, and headers cannot hold them. */
const inPathOrHeader: CheckOptions = { fill: true, coerce: true };
const inQuery: CheckOptions = { ...inPathOrHeader, isInvalidString };
const inBody: CheckOptions = { fill: true };
/** Only a source with escapes can hold lone surrogates. */
const inEscapedBody: CheckOptions = { fill: true, isInvalidString };

type Separators = Readonly<Record<string, string | null>>;

/** Makes the step that validates a request whole: the violations of its parameters and of its body, at most a hundred each. */
export function makeValidation(
  service: Service,
  operation: OperationEntry,
): (exchange: Exchange) => ValidatedRequest {
  const { readers, options } = service;
  const {
    path,
    query,
    headers,
    body,
    lists,
    headerNames = [],
  } = service.checks.requests[operation.id] ?? {};
  const reader = (row: number | undefined): Reader | undefined =>
    row === undefined ? undefined : readers(row);
  const [readPath, readQuery, readHeaders, readBody] = [path, query, headers, body].map(reader);

  function run(read: Reader, value: unknown, how: CheckOptions, valid: ValidatedRequest): unknown {
    const { value: copy, findings } = read(value, how);
    if (findings.length > 0) {
      for (const violation of withoutTolerated(findings, operation.id, value, options.tolerate)) {
        valid.violations.push(nameIdempotencyKey(violation, operation));
      }
    }
    return copy;
  }

  return (exchange) => {
    const { params, body } = exchange;
    const valid: ValidatedRequest = {
      body,
      params,
      query: emptyParts,
      headers: emptyParts,
      violations: [],
    };
    if (readPath)
      valid.params = run(readPath, splitLists(params, lists?.path), inPathOrHeader, valid);
    if (readQuery)
      valid.query = run(readQuery, splitLists(exchange.query(), lists?.query), inQuery, valid);
    if (readHeaders) {
      valid.headers = run(
        readHeaders,
        splitLists(pickHeaders(exchange, headerNames), lists?.headers),
        inPathOrHeader,
        valid,
      );
    }
    if (body === undefined) {
      if (operation.bodyRequired) {
        valid.violations.push({ path: "", rule: "required", message: "the body is required" });
      }
    } else if (readBody) {
      const how = exchange.mayHaveInvalidStrings ? inEscapedBody : inBody;
      // A string holds a number or a boolean as a URL does.
      valid.body = run(
        readBody,
        body,
        operation.body?.startsWith("text/") ? { ...how, coerce: true } : how,
        valid,
      );
    }
    return valid;
  };
}

/** A missing idempotency key has its own code. */
function nameIdempotencyKey(
  violation: ValueViolation,
  { idempotency }: OperationEntry,
): ValueViolation {
  const isKey = violation.path === idempotency?.header && violation.rule === "required";
  const code = isKey ? idempotency?.missing : undefined;
  return code === undefined ? violation : { ...violation, code };
}

/** Parameters in which lists are lists: strings are divided, and one that stands alone is a list of one. */
function splitLists(
  values: Record<string, unknown>,
  separators: Separators | undefined,
): Record<string, unknown> {
  if (!separators) return values;
  const lists = Object.entries(separators).flatMap(([name, separator]) => {
    const value = values[name];
    if (typeof value !== "string") return [];
    return [[name, separator === null ? [value] : split(value, separator)]];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

function split(text: string, separator: string): string[] {
  return text === "" ? [] : text.split(separator).map((item) => item.trim());
}

function pickHeaders(exchange: Exchange, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = exchange.header(name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
