import type { CheckOptions, Reader, ValueViolation } from "@packages/contract/src/check/read.ts";
import {
  isSeparator,
  type Layouts,
  readLayouts,
  splitItems,
} from "@packages/contract/src/layout.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import { readExpansion } from "@packages/contract/src/path-expansion.ts";
import { type PathStep, readStep, readStepValues } from "@packages/contract/src/path-step.ts";
import type { OperationEntry, RequestRows } from "../contract-table.ts";
import type { Exchange } from "../http/exchange.ts";
import { decodeText } from "../http/query.ts";
import { pathIn } from "../http/router.ts";
import type { Service } from "../service.ts";
import { readCookie } from "./credentials.ts";
import { isInvalidString } from "./parse-body.ts";
import { withoutTolerated } from "./violations.ts";

/** A request as a handler gets it. */
export interface ValidRequest {
  body: unknown;
  params: unknown;
  query: unknown;
  headers: unknown;
  /** Present if the operation has some. */
  cookies?: unknown;
}

/** A request, and its violations. */
export interface ValidatedRequest extends ValidRequest {
  violations: ValueViolation[];
  /** How many of them, the first, are in the path. */
  inPath: number;
}

const emptyParts = Object.freeze({});
/** The router refuses paths with U+0000 or lone surrogates, and headers cannot hold them, except as escapes in JSON. */
const inPathOrHeader: CheckOptions = { fill: true, coerce: true };
const inQuery: CheckOptions = { ...inPathOrHeader, isInvalidString };
const withLayouts = (layouts: Layouts | undefined): CheckOptions =>
  layouts ? inQuery : inPathOrHeader;
const inBody: CheckOptions = { fill: true };
/** Only a source with escapes can hold lone surrogates. */
const inEscapedBody: CheckOptions = { fill: true, isInvalidString };

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
    cookies,
    body,
    otherBodies = {},
    layouts = {},
    expansions,
    headerNames = [],
    cookieNames = [],
  } = service.checks.requests[operation.id] ?? {};
  const reader = (row: number | undefined): Reader | undefined =>
    row === undefined ? undefined : readers(row);
  const [readPath, readQuery, readHeaders, readCookies, readUsualBody] = [
    path,
    query,
    headers,
    cookies,
    body,
  ].map(reader);
  const steps = operation.path.split("/").map(readStep);
  const isOfStrings = (type: string): boolean =>
    /^(form|multipart|text)$/.test(bodyKind(type) ?? "");
  const readBodies = new Map(
    [{ mediaType: operation.body ?? "" }, ...(operation.otherBodies ?? [])].map(
      ({ mediaType }, index) => [
        mediaType,
        {
          read: index === 0 ? readUsualBody : reader(otherBodies[mediaType]),
          isOfStrings: isOfStrings(mediaType),
        },
      ],
    ),
  );

  /** Reads a part of the request, adds its violations to those of the request, and returns the copy that the handler gets. */
  function readPart(read: Reader, part: unknown, how: CheckOptions, valid: ValidatedRequest) {
    const { value: copy, findings } = read(part, how);
    if (findings.length > 0) {
      for (const violation of withoutTolerated(findings, operation.id, part, options.tolerate)) {
        valid.violations.push(nameIdempotencyKey(violation, operation));
      }
    }
    return copy;
  }

  return (exchange) => {
    const { params, body, contentType = operation.body ?? "" } = exchange;
    const { read: readBody, isOfStrings } = readBodies.get(contentType) ?? {};
    const valid: ValidatedRequest = {
      body,
      params,
      query: emptyParts,
      headers: emptyParts,
      violations: [],
      inPath: 0,
    };
    const { url } = exchange.request;
    const inUrl = (name: string): string | undefined => parameterIn(url, name);
    const inPath = (name: string): string | undefined => pathParameterIn(url, steps, name);
    if (readPath) {
      valid.params = readPart(
        readPath,
        readExpansions(readParameters(params, layouts.path, inPath), expansions, inPath),
        expansions ? inQuery : withLayouts(layouts.path),
        valid,
      );
      valid.inPath = valid.violations.length;
    }
    if (readQuery) {
      const strict = readParameters(exchange.query(), layouts.query, inUrl);
      // Some clients escape the commas between items too: they are meant if the items are wrong otherwise.
      const isWrong = layouts.query && readQuery(strict, inQuery).findings.length > 0;
      const given = isWrong ? readParameters(exchange.query(), layouts.query) : strict;
      valid.query = readPart(readQuery, given, inQuery, valid);
    }
    if (readHeaders) {
      const given = readParameters(pickHeaders(exchange, headerNames), layouts.headers);
      valid.headers = readPart(readHeaders, given, withLayouts(layouts.headers), valid);
    }
    if (readCookies) {
      const header = exchange.header("cookie");
      const given = Object.fromEntries(cookieNames.map((name) => [name, readCookie(header, name)]));
      valid.cookies = readPart(readCookies, readParameters(given, layouts.cookies), inQuery, valid);
    }
    if (body === undefined) {
      if (operation.bodyRequired) {
        valid.violations.push({ path: "", rule: "required", message: "the body is required" });
      }
    } else if (readBody) {
      const how = exchange.mayHaveInvalidStrings ? inEscapedBody : inBody;
      // A string holds a number or a boolean as a URL does.
      valid.body = readPart(readBody, body, isOfStrings ? { ...how, coerce: true } : how, valid);
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

/**
 * Parameters with the values that strings stand for: lists, objects and JSON. A list is divided in a header at each comma, in
 * a URL where the separator is not escaped.
 *
 * @param rawOf gives a value as it stands in the URL
 */
function readParameters(
  values: Record<string, unknown>,
  layouts: Layouts | undefined,
  rawOf?: (name: string) => string | undefined,
): Record<string, unknown> {
  if (!layouts) return values;
  const lists = Object.entries(layouts).flatMap(([name, given]) => {
    const layout = typeof given === "object" ? (given.separator ?? "json") : given;
    const value = values[name];
    if (typeof value !== "string" || !isSeparator(layout)) return [];
    const raw = rawOf?.(name);
    if (raw !== undefined) return [[name, splitItems(raw, layout, decodeText)]];
    return [[name, value === "" ? [] : value.split(layout).map((item) => item.trim())]];
  });
  return readLayouts({ ...values, ...Object.fromEntries(lists) }, layouts);
}

/** Parameters of a path, with lists and objects in place of the strings that stand for them. */
function readExpansions(
  values: Record<string, unknown>,
  expansions: RequestRows["expansions"],
  rawOf: (name: string) => string | undefined,
): Record<string, unknown> {
  if (!expansions) return values;
  const read = { ...values };
  for (const [name, expansion] of Object.entries(expansions)) {
    const raw = rawOf(name) ?? String(values[name]);
    read[name] = readExpansion(name, raw, expansion, decodeText);
  }
  return read;
}

/** A parameter of a query as it is written there, undecoded. */
function parameterIn(url: string, name: string): string | undefined {
  const pairs = url.slice(url.indexOf("?") + 1).split("&");
  const pair = pairs.find((one) => decodeText(one.replace(/=.*/s, "")) === name);
  return pair?.replace(/^[^=]*=?/, "");
}

/**
 * A parameter of a path as it is written there, undecoded. Segments are counted from the end: a server may have a prefix before
 * the paths of the contract.
 */
function pathParameterIn(
  url: string,
  steps: readonly PathStep[],
  name: string,
): string | undefined {
  const index = steps.findIndex(({ names }) => names.includes(name));
  const step = steps[index];
  const segment = pathIn(url)
    .split("/")
    .at(index - steps.length);
  return step && readStepValues(step, segment ?? "")?.[step.names.indexOf(name)];
}

function pickHeaders(exchange: Exchange, names: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const value = exchange.header(name);
    if (value !== undefined) picked[name] = value;
  }
  return picked;
}
