import { isAscii, isUtf8 } from "node:buffer";
import type { CheckTable } from "@packages/contract/src/check/table.ts";
import { assertExactJson, parseExactly } from "@packages/contract/src/exact-json.ts";
import { bodyKind, withoutParameters } from "@packages/contract/src/media-types.ts";
import {
  type FormLayout,
  readMultipart,
  readUrlEncoded,
} from "@packages/contract/src/read-form.ts";
import type { BodyEntry, ContractChecks, OperationEntry } from "../contract-table.ts";

/** Whether a string holds U+0000 or a lone surrogate: databases and other parsers refuse both. */
export function isInvalidString(value: string): boolean {
  return /\0|\p{Surrogate}/u.test(value);
}

/** A body as it was parsed. */
export interface ParsedBody {
  /** The value, undefined if there is none, or why there is none. */
  body: unknown;
  /** Whether strings may contain lone surrogates: it takes an escape to write one. */
  mayHaveInvalidStrings: boolean;
}

/** Why there is no body to validate. */
export type BodyProblem = "malformed-body" | "body-too-large" | "media-type";

/** A body that could not be read; stands in its place until the request is answered. */
export class UnreadBody {
  readonly cause: BodyProblem;

  constructor(cause: BodyProblem) {
    this.cause = cause;
  }
}

/** Stands in place of a body. */
export function unread(problem: BodyProblem): ParsedBody {
  return { body: new UnreadBody(problem), mayHaveInvalidStrings: false };
}

const malformedBody = unread("malformed-body");

/** Makes a value of the bytes of a body. */
export type ParseBody = (bytes: Buffer) => ParsedBody;

/** How bodies of a media type are parsed. */
export interface BodyParser extends BodyEntry {
  /** The media type without parameters. */
  readonly plainType: string;
  readonly parse: ParseBody;
}

/** The parsers of an operation's bodies, the usual one first. */
export function makeParsers(
  { id, body, form, otherBodies = [] }: OperationEntry,
  { table, requests }: Pick<ContractChecks, "table" | "requests">,
): BodyParser[] {
  if (body === null) return [];
  const rows = requests[id];
  const usual: BodyEntry = { mediaType: body, ...(form && { form }) };
  return [usual, ...otherBodies].map((entry) => {
    const plainType = withoutParameters(entry.mediaType);
    const row = entry === usual ? rows?.body : rows?.otherBodies?.[entry.mediaType];
    return { ...entry, plainType, parse: makeParser(plainType, table, row, entry.form) };
  });
}

/**
 * Makes the parser of bodies of a media type: JSON, a form, plain text, or bytes, which stay as they are.
 *
 * @param row of the table, which bounds the fields and items of a JSON body
 */
export function makeParser(
  mediaType: string,
  table: CheckTable,
  row: number | undefined,
  form?: FormLayout,
): ParseBody {
  const kind = bodyKind(mediaType);
  if (form && kind === "form") return (bytes) => parseForm(bytes, form);
  if (kind === "json") {
    const max = row === undefined ? Number.POSITIVE_INFINITY : countPlaces(table, row) + maxUnknown;
    const parse = chooseJsonParser(table);
    return (bytes) => parseJson(bytes, max, parse);
  }
  if (kind === "lines") return (bytes) => parseLines(bytes, chooseJsonParser(table));
  return kind === "text" ? parseText : (bytes) => ({ body: bytes, mayHaveInvalidStrings: false });
}

/** Values of JSON in a line each, as a list. */
function parseLines(bytes: Buffer, parse: (json: string) => unknown): ParsedBody {
  const string = decodeUtf8(bytes);
  if (string === undefined) return malformedBody;
  const lines = string.split("\n").map((line) => line.replace("\u001e", "").trim());
  const list = lines.filter((line) => line !== "").join();
  return parseJson(Buffer.from(`[${list}]`), Number.POSITIVE_INFINITY, parse);
}

const parsers = new WeakMap<CheckTable, (json: string) => unknown>();

/** Reads JSON, with exact integers if a table has some. @throws {TypeError} if the engine cannot */
function chooseJsonParser(table: CheckTable): (json: string) => unknown {
  const known = parsers.get(table);
  if (known) return known;
  const hasExact = table.some((row) => row.kind === "number" && row.bigint);
  if (hasExact) assertExactJson();
  const parse = hasExact ? parseExactly : JSON.parse;
  parsers.set(table, parse);
  return parse;
}

function parseForm(bytes: Buffer, form: FormLayout): ParsedBody {
  const fields = isUtf8(bytes) ? readUrlEncoded(bytes.toString("utf8"), form) : undefined;
  return fields ? { body: fields, mayHaveInvalidStrings: true } : malformedBody;
}

/** Reads the bytes of a multipart form. @param type with its boundary */
export async function parseMultipart(
  bytes: Uint8Array,
  type: string,
  form: FormLayout,
): Promise<ParsedBody> {
  const fields = await readMultipart(bytes as Uint8Array<ArrayBuffer>, type, form);
  return fields ? { body: fields, mayHaveInvalidStrings: true } : malformedBody;
}

/** Colons and commas that a body may have in addition to those that the contract has a place for. */
const maxUnknown = 6000;

/** Colons and commas of the longest JSON that a row has places for. */
function countPlaces(table: CheckTable, index: number, within: readonly number[] = []): number {
  const row = table[index];
  if (!row || within.includes(index)) return Number.POSITIVE_INFINITY;
  const count = (inner: number): number => countPlaces(table, inner, [...within, index]);
  switch (row.kind) {
    case "object": {
      if (typeof row.rest === "number") return Number.POSITIVE_INFINITY;
      return row.fields.reduce((sum, [, field]) => sum + 2 + count(field), 0);
    }
    case "array": {
      const [, max = Number.POSITIVE_INFINITY] =
        row.rules?.find(([rule]) => rule === "maxItems") ?? [];
      return Number(max) * (1 + count(row.items));
    }
    case "discriminated":
      return Math.max(...[...Object.values(row.variants), row.otherwise ?? []].flat().map(count));
    case "union":
      return Math.max(...row.variants.map(count));
    case "nullable":
      return count(row.of);
    default:
      return row.kind === "record" || row.kind === "any" ? Number.POSITIVE_INFINITY : 0;
  }
}

function parseText(bytes: Buffer): ParsedBody {
  return isUtf8(bytes)
    ? { body: bytes.toString("utf8"), mayHaveInvalidStrings: true }
    : malformedBody;
}

/** Decodes UTF-8; undefined for invalid bytes. Most bodies are ASCII, which takes half the time to decode. */
function decodeUtf8(bytes: Buffer): string | undefined {
  if (isAscii(bytes)) return bytes.toString("latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}

/**
 * Parses the bytes of a JSON body. Zero bytes are an absent body rather than a broken one. An object that has a name twice is
 * refused: parsers differ in which of the two values counts. Parsing loses the first of them, so the JSON has more names
 * than the value. V8 takes 1 µs for each new name, 0.2 ms for 1,000 new strings and 0.15 ms for 1,000 levels of nesting, so
 * their number is bounded before anything is parsed.
 *
 * @param max colons and commas
 */
export function parseJson(
  bytes: Buffer,
  max = Number.POSITIVE_INFINITY,
  parse: (json: string) => unknown = JSON.parse,
): ParsedBody {
  if (bytes.length === 0) return { body: undefined, mayHaveInvalidStrings: false };
  const json = decodeUtf8(bytes);
  const names = json === undefined ? undefined : countNames(json, max);
  if (json === undefined || names === undefined) return malformedBody;
  try {
    const body = parse(json);
    if (names > 0 && names !== countFields(body)) return malformedBody;
    return { body, mayHaveInvalidStrings: json.includes("\\u") };
  } catch {
    return malformedBody;
  }
}

/** Levels of lists and objects in JSON that is parsed: on the emptiest stack V8 has room for four times as many. */
const maxLevels = 1_000;

/** Opening brackets in addition to as many as there may be colons and commas. */
const maxMoreBrackets = 4_000;

/**
 * Names in JSON, each of which has a colon outside of strings; undefined if the JSON has too many signs or levels to
 * be parsed.
 */
function countNames(json: string, max: number): number | undefined {
  let names = 0;
  let signs = 0;
  let brackets = 0;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case quote:
        at = findEnd(json, at);
        break;
      case colon:
        names++;
        signs++;
        break;
      case comma:
        signs++;
        break;
      case openList:
      case openObject:
        brackets++;
        level++;
        break;
      case closeList:
      case closeObject:
        level--;
    }
    if (signs > max || brackets > max + maxMoreBrackets || level > maxLevels) return undefined;
  }
  return names;
}

const [quote, colon, comma, backslash, openList, closeList, openObject, closeObject] = Array.from(
  '":,\\[]{}',
  (sign) => sign.charCodeAt(0),
);

/** Where a string ends that starts at a quote: at the next quote that no backslash escapes. */
function findEnd(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (end >= 0) {
    let before = end;
    while (json.charCodeAt(before - 1) === backslash) before--;
    if ((end - before) % 2 === 0) return end;
    end = json.indexOf('"', end + 1);
  }
  return json.length;
}

/** Fields of all objects in a value. */
function countFields(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) count += countFields(entry);
    return count;
  }
  for (const name in value) {
    const part = (value as Record<string, unknown>)[name];
    count += typeof part === "object" && part !== null ? 1 + countFields(part) : 1;
  }
  return count;
}
