import type { Reader } from "@packages/contract/src/check/read.ts";
import {
  type CheckOptions,
  invalidString,
  type ValueViolation,
} from "@packages/contract/src/check/run.ts";
import { writeJson } from "@packages/contract/src/exact-json.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import { printEvent, type ServerSentEvent } from "@packages/contract/src/server-sent-event.ts";
import type { ContentEntry, ErrorEntry, OperationEntry, ResponseEntry } from "../contract-table.ts";
import { type Exchange, isStreamed, type ResponseBody } from "../http/exchange.ts";
import { limitMessage } from "../limits/rate-limit.ts";
import { isInvalidString } from "../request/parse-body.ts";
import { withoutTolerated } from "../request/violations.ts";
import type { Service } from "../service.ts";
import { errorBody, findErrorPlaces, withCharset } from "./error-body.ts";
import { InvalidResponses } from "./invalid-responses.ts";
import { ownHeader } from "./own-headers.ts";
import { readOwn } from "./read-own.ts";
import { type Answer, type Failure, Result, type Success } from "./result.ts";

/** A response ready to be sent: its status and its JSON body, empty without one. */
export interface ResponseDraft {
  status: number;
  body: ResponseBody;
  /** Code of the error; absent on a success. */
  code?: string;
}

/** How a body of one media type is written. */
interface Content {
  readBody: Reader | undefined;
  /** Whether it is JSON, as a body without a media type is. */
  isJson: boolean;
}

/** A response that the contract has, and the readers of its parts. */
interface Declared extends ResponseEntry, Content {
  /** Bodies of other media types. */
  contents: readonly (ContentEntry & Content)[];
  readHeaders: Reader | undefined;
  /** Whether a handler has to give headers. */
  needsHeaders: boolean;
}

/** An error that may answer the operation. */
interface KnownError {
  rule: ErrorEntry;
  /** Undefined if it has no details. */
  readDetails: Reader | undefined;
  needsDetails: boolean;
}

const noHeaders = Object.freeze({});

/** Headers are strings: numbers in them are read. */
const readsStrings: CheckOptions = { coerce: true };

/** Turns the results of an operation's handlers into responses. */
export class Responder {
  readonly #service: Service;
  readonly #operation: OperationEntry;
  readonly #invalid: InvalidResponses;
  readonly #responses: readonly Declared[];
  readonly #errors: ReadonlyMap<string, KnownError>;
  readonly #places: ReturnType<typeof findErrorPlaces>;

  constructor(service: Service, operation: OperationEntry) {
    const { contract, checks, readers } = service;
    const { id, responses, errors } = operation;
    const reader = (row: number | undefined) => (row === undefined ? undefined : readers(row));
    this.#service = service;
    this.#operation = operation;
    this.#invalid = new InvalidResponses(service, operation);
    this.#responses = responses.map((response) => {
      const readHeaders = reader(checks.headers[id]?.[response.from]);
      const { findings = [] } = readHeaders?.({}) ?? {};
      return {
        ...response,
        readBody: reader(checks.results[id]?.[response.from]),
        isJson: isJsonBody(response),
        contents: (response.others ?? []).map((one) => ({
          ...one,
          readBody: reader(checks.otherResults?.[id]?.[response.from]?.[one.mediaType ?? ""]),
          isJson: isJsonBody(one),
        })),
        readHeaders,
        needsHeaders: findings.length > 0,
      };
    });
    this.#errors = new Map(
      errors.flatMap((code) => {
        const rule = contract.errors[code];
        const { row, required: needsDetails = false } = checks.details[code] ?? {};
        return rule ? [[code, { rule, readDetails: reader(row), needsDetails }]] : [];
      }),
    );
    this.#places = findErrorPlaces(contract);
  }

  /** @throws if the contract does not give it the operation */
  respond(result: Result, exchange: Exchange): ResponseDraft {
    if (!(result instanceof Result)) {
      throw new TypeError(
        `${this.#operation.id} answered with none of reply.ok, reply.fail and reply.send.`,
      );
    }
    const { given } = result;
    if (given.kind === "success") return this.#answer(exchange, this.#wrap(given));
    return given.kind === "failure" ? this.#fail(exchange, given) : this.#answer(exchange, given);
  }

  #wrap({ data, message }: Success): Omit<Answer, "kind"> {
    const { id, success } = this.#operation;
    if (!success) throw new TypeError(`${id} has no success of its own: answer with reply.send.`);
    const { status, envelope, constants, message: usual } = success;
    if (envelope)
      return {
        status,
        body: { ...constants, message: message ?? usual, data },
        headers: noHeaders,
      };
    // A list or a scalar is its own body, and undefined an absent one.
    const isObject = typeof data === "object" && data !== null && !Array.isArray(data);
    const takesConstants = isObject && Object.keys(constants).length > 0;
    return { status, body: takesConstants ? { ...constants, ...data } : data, headers: noHeaders };
  }

  #answer(
    exchange: Exchange,
    { status, body, headers: given }: Pick<Answer, "status" | "body" | "headers">,
  ): ResponseDraft {
    const known = this.#responses.find(({ from, to }) => from <= status && status <= to);
    if (!known) {
      throw new TypeError(
        `${this.#operation.id} cannot answer ${status}: the contract does not list it.`,
      );
    }
    const { declared, headers } = chooseContent(known, given);
    // Only a handler that chose has another type than the contract's usual one.
    exchange.responseType =
      headers === given ? undefined : withCharset(String(given["content-type"]));
    if (declared.stream) {
      const draft = { status, body: this.#stream(exchange, declared, status, body) };
      this.#setHeaders(exchange, declared, draft, headers);
      return draft;
    }
    const isScalar = typeof body === "number" || typeof body === "boolean";
    const draft =
      declared.isJson || isScalar
        ? this.#writeJson(exchange, declared, status, body)
        : { status, body: this.#writeText(exchange, declared, status, body) };
    if (!isStreamed(draft.body) && draft.body.length > 0 && mustLackBody(status))
      throw new TypeError(`A response ${status} has no body.`);
    if (headers !== noHeaders || declared.needsHeaders)
      this.#setHeaders(exchange, declared, draft, headers);
    return draft;
  }

  /** The parts of a stream, each written when its item comes. A wrong item ends it. */
  #stream(
    exchange: Exchange,
    { stream, readBody }: Declared,
    status: number,
    body: unknown,
  ): AsyncIterable<string> {
    const items = body as AsyncIterable<unknown>;
    if (typeof items?.[Symbol.asyncIterator] !== "function") {
      const message = "must be an async iterable";
      return this.#invalid.refuse(exchange, status, { path: "", rule: "type", message });
    }
    const copy = (item: unknown) => this.#read(exchange, status, readBody, item);
    const { log } = exchange.request;
    return (async function* () {
      try {
        for await (const item of items)
          yield stream === "lines"
            ? `${writeJson(copy(item))}\n`
            : printEvent(copyEvent(item, copy));
      } catch (failure) {
        log.error({ err: failure }, "A stream ended with a failure.");
        throw failure;
      }
    })();
  }

  #writeJson(exchange: Exchange, declared: Declared, status: number, body: unknown): ResponseDraft {
    const isHead = this.#operation.method === "HEAD";
    const mayLack = declared.readBody === undefined || isHead || mustLackBody(status);
    if (body === undefined && mayLack) return { status, body: "" };
    const copy = this.#read(exchange, status, declared.readBody, body);
    if (status >= 400) {
      const code = this.#codeIn(exchange, status, copy);
      const { message, details } = this.#places ?? {};
      if (code !== undefined) {
        return this.#fail(exchange, {
          code,
          message: partAt(copy, message) as string | undefined,
          details: partAt(copy, details),
        });
      }
    }
    const json = writeJson(copy) ?? "";
    // JSON can contain lone surrogates only as escapes; a backslash before a `u` is checked, too.
    if (json.includes("\\u")) {
      const { readBody } = declared;
      const { findings } = readBody
        ? readOwn(readBody, copy, { isInvalidString })
        : { findings: [] };
      if (findings.length > 0) this.#invalid.refuse(exchange, status, ...findings);
    }
    return { status, body: json };
  }

  /** Code of the catalogue that a body has; undefined if the response does not come from the catalogue. */
  #codeIn(exchange: Exchange, status: number, body: unknown): string | undefined {
    const code = partAt(body, this.#places?.code);
    const codes = [...this.#errors.values()].flatMap(({ rule }) =>
      rule.status === status ? rule.code : [],
    );
    if (codes.includes(code as string)) return code as string;
    const isForeign =
      typeof code === "string" && Object.hasOwn(this.#service.contract.errors, code);
    if (this.#places && (codes.length > 0 || isForeign)) {
      this.#invalid.refuse(exchange, status, {
        path: this.#places.code.join("."),
        rule: "enum",
        message: `must be one of ${codes.join(", ")}`,
      });
    }
    return undefined;
  }

  #writeText(
    exchange: Exchange,
    { readBody }: Declared,
    status: number,
    body: unknown,
  ): string | Uint8Array {
    if (body instanceof Uint8Array) return body;
    const text = readBody ? this.#read(exchange, status, readBody, body) : (body ?? "");
    if (typeof text !== "string") {
      const message = "must be text or bytes";
      return this.#invalid.refuse(exchange, status, { path: "", rule: "type", message });
    }
    this.#refuseInvalidString(exchange, status, "", text);
    return text;
  }

  #setHeaders(
    exchange: Exchange,
    { headers: known, readHeaders }: Declared,
    { status, body }: ResponseDraft,
    headers: Answer["headers"],
  ): void {
    const given = Object.entries(headers).filter(([, value]) => value !== undefined);
    for (const [name, value] of given) {
      const isTypeWithoutBody = body === "" && name.toLowerCase() === "content-type";
      if (isHeader(name, value) && (isTypeWithoutBody || !ownHeader.test(name))) continue;
      const message = "cannot be a header";
      this.#invalid.refuse(exchange, status, { path: name, rule: "header", message });
    }
    const strings = given.map(([name, value]) => [name.toLowerCase(), String(value)]);
    const [finding] = readHeaders?.(Object.fromEntries(strings), readsStrings).findings ?? [];
    if (finding) this.#invalid.refuse(exchange, status, finding);
    const unknown: string[] = [];
    for (const [name, value] of given) {
      const lower = name.toLowerCase();
      if (!ownHeader.test(name) && !known?.includes(lower)) unknown.push(name);
      else if (!exchange.isSent) exchange.setHeader(lower, String(value));
    }
    this.#invalid.reportUnknown(exchange, status, unknown);
  }

  /** Writes an error of the catalogue, whichever call gave it. */
  #fail(
    exchange: Exchange,
    { code, message, details }: Pick<Failure, "code" | "message" | "details">,
  ): ResponseDraft {
    const { contract, clock } = this.#service;
    const { id, security, causes } = this.#operation;
    const error = this.#errors.get(code);
    if (!error)
      throw new TypeError(`${id} cannot fail with ${code}: the contract does not list it.`);
    const { status } = error.rule;
    if (message !== undefined && typeof message !== "string") {
      const path = "error.message";
      this.#invalid.refuse(exchange, status, { path, rule: "type", message: "must be string" });
    }
    this.#refuseInvalidString(exchange, status, "error.message", message ?? "");
    const known = this.#readDetails(exchange, error, details);
    if (!exchange.isSent && status === 401 && security)
      exchange.setHeader("www-authenticate", security.challenge);
    const retryAfter =
      code === causes["rate-limit"] ? retryAfterIn(this.#operation, known) : undefined;
    // A limit of the provider's own is reported like the contract's: by a header too, and in words.
    if (!exchange.isSent && retryAfter !== undefined)
      exchange.setHeader("retry-after", String(retryAfter));
    const text = message ?? (retryAfter === undefined ? undefined : limitMessage(retryAfter));
    return { status, body: errorBody(contract, error.rule, clock(), text, known), code };
  }

  #readDetails(
    exchange: Exchange,
    { rule: { status }, readDetails, needsDetails }: KnownError,
    details: unknown,
  ): unknown {
    if (details !== undefined)
      return this.#read(exchange, status, readDetails, details, {
        at: ["error", "details"],
        isInvalidString,
      });
    if (needsDetails) {
      const path = "error.details";
      this.#invalid.refuse(exchange, status, { path, rule: "required", message: "is required" });
    }
    return undefined;
  }

  /**
   * Copies the fields that the contract knows of a value that is about to be sent: each is read once, and what is sent is what
   * was checked. Fields that the contract does not know are left out and reported; a value whose form breaks a rule that the
   * provider's document does not state is sent as it is and reported.
   *
   * @param read undefined if the value must be absent
   */
  #read(
    exchange: Exchange,
    status: number,
    read: Reader | undefined,
    value: unknown,
    { at = [], ...options }: CheckOptions = {},
  ): unknown {
    if (!read) {
      if (value === undefined || value === null) return undefined;
      const message = "must be absent";
      return this.#invalid.refuse(exchange, status, { path: at.join("."), rule: "type", message });
    }
    const dropped: string[] = [];
    const { value: copy, findings, mismatches } = readOwn(read, value, { ...options, dropped, at });
    if (findings.length > 0) {
      const whole = at.reduceRight((inner, step) => ({ [step]: inner }), value);
      const { tolerate } = this.#service.options;
      const broken = withoutTolerated(findings, this.#operation.id, whole, tolerate);
      if (broken.length > 0) this.#invalid.refuse(exchange, status, ...broken);
    }
    this.#invalid.reportMismatches(exchange, status, mismatches);
    this.#invalid.reportUnknown(exchange, status, dropped);
    return copy;
  }

  #refuseInvalidString(exchange: Exchange, status: number, path: string, value: string): void {
    if (!isInvalidString(value)) return;
    const finding: ValueViolation = { path, rule: "text", message: invalidString };
    this.#invalid.refuse(exchange, status, finding);
  }
}

function isJsonBody({ mediaType }: ContentEntry): boolean {
  return mediaType === undefined || bodyKind(mediaType) === "json";
}

/** The content that a handler chose by its `content-type`, and the other headers; the first content if it chose none. */
function chooseContent(
  first: Declared,
  headers: Answer["headers"],
): { declared: Declared; headers: Answer["headers"] } {
  if (headers["content-type"] === undefined) return { declared: first, headers };
  const { "content-type": type, ...others } = headers;
  const chosen = first.contents.find(({ mediaType }) => mediaType === type);
  if (chosen) {
    const { stream: _, ...parts } = first;
    return { declared: { ...parts, ...chosen }, headers: others };
  }
  const isFirst = first.mediaType === type && first.contents.length > 0;
  const isInRange = first.mediaType?.includes("*") && typeof type === "string";
  // Any other type stays among the headers, where it is refused.
  return { declared: first, headers: isFirst || isInRange ? others : headers };
}

/** An event to be sent, with its data as a string: a string as it is, JSON of a copy of anything else. */
function copyEvent(item: unknown, copy: (data: unknown) => unknown): ServerSentEvent<string> {
  const { data, id, event, retry } = item as ServerSentEvent;
  const fields = { id, event, retry } as Omit<ServerSentEvent, "data">;
  return { ...fields, data: typeof data === "string" ? data : writeJson(copy(data)) };
}

function mustLackBody(status: number): boolean {
  return status < 200 || status === 204 || status === 304;
}

/** Whether a header can be written as it is. */
function isHeader(name: string, value: unknown): boolean {
  const isScalar = [value].flat().every((one) => /string|number|boolean/.test(typeof one));
  return (
    isScalar &&
    /^[!#$%&'*+.^_`|~\w-]+$/.test(name) &&
    /^[\t\x20-\x7e\x80-\xff]*$/.test(String(value))
  );
}

/** Seconds to wait, from the details of a handler's own refusal. */
function retryAfterIn(operation: OperationEntry, details: unknown): number | undefined {
  const field = operation.rateLimit?.details.retryAfter;
  const seconds = partAt(details, field === undefined ? undefined : [field]);
  return typeof seconds === "number" ? Math.max(1, Math.ceil(seconds)) : undefined;
}

/** A part of a plain value; undefined if there is none. */
function partAt(value: unknown, steps: readonly string[] | undefined): unknown {
  if (!steps) return undefined;
  return steps.reduce<unknown>(
    (part, step) => (part as Record<string, unknown> | null | undefined)?.[step],
    value,
  );
}
