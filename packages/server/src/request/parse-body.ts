import { isAscii, isUtf8 } from "node:buffer";
import type { Table } from "@packages/contract/src/check/table.ts";

/** Whether a text holds U+0000 or half a surrogate pair: databases and other parsers refuse both. */
export function isBadText(text: string): boolean {
  return /\0|\p{Surrogate}/u.test(text);
}

/** A body as it was parsed. */
export interface ParsedBody {
  /** The value, undefined where there is none, or why there is none. */
  body: unknown;
  /** Whether texts may hold what is no text: it takes an escape to write it. */
  mayHoldBadText: boolean;
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

/** What stands in place of a body. */
export function unread(problem: BodyProblem): ParsedBody {
  return { body: new UnreadBody(problem), mayHoldBadText: false };
}

const malformed = unread("malformed-body");

/** Makes a value of the bytes of a body. */
export type ParseBody = (bytes: Buffer) => ParsedBody;

/**
 * Makes what parses bodies of a media type: JSON, text, or bytes, which stay as they are.
 *
 * @param row of the table, which bounds the fields and items of a JSON body
 */
export function makeParser(mediaType: string, table: Table, row: number | undefined): ParseBody {
  if (/\bjson$/.test(mediaType)) {
    const most =
      row === undefined ? Number.POSITIVE_INFINITY : countParts(table, row) + mostUnknown;
    return (bytes) => parseJson(bytes, most);
  }
  return mediaType.startsWith("text/")
    ? parseText
    : (bytes) => ({ body: bytes, mayHoldBadText: false });
}

/** Colons and commas of fields and items that a body may have in addition to those that the contract has a place for. */
const mostUnknown = 6000;

/** Colons and commas of the longest JSON text that a row has places for. */
function countParts(table: Table, index: number, within: readonly number[] = []): number {
  const row = table[index];
  if (!row || within.includes(index)) return Number.POSITIVE_INFINITY;
  const count = (inner: number): number => countParts(table, inner, [...within, index]);
  switch (row.kind) {
    case "object": {
      const isOpen = typeof row.rest === "number";
      return row.fields.reduce(
        (sum, [, field]) => sum + 2 + count(field),
        isOpen ? Number.POSITIVE_INFINITY : 0,
      );
    }
    case "list": {
      const most =
        row.rules?.find(([rule]) => rule === "maxItems")?.[1] ?? Number.POSITIVE_INFINITY;
      return Number(most) * (1 + count(row.items));
    }
    case "tagged":
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
  return isUtf8(bytes) ? { body: bytes.toString("utf8"), mayHoldBadText: true } : malformed;
}

/**
 * Parses the bytes of a JSON body. Nothing is no body rather than a broken one. An object that has a name twice is
 * refused: parsers differ in which of the two values counts. Parsing loses the first of them, so the text has more names
 * than the value. V8 takes 1 µs for each new name and 0.2 ms for 1,000 new texts, so their number is bounded first.
 *
 * @param most colons and commas
 */
export function parseJson(bytes: Buffer, most = Number.POSITIVE_INFINITY): ParsedBody {
  if (bytes.length === 0) return { body: undefined, mayHoldBadText: false };
  // Most bodies are ASCII, which takes half the time to decode.
  const text = isAscii(bytes)
    ? bytes.toString("latin1")
    : isUtf8(bytes)
      ? bytes.toString("utf8")
      : undefined;
  if (text === undefined) return malformed;
  if (text.length > Math.min(most, 2 * mostLevels) && countWrittenNames(text, most) === undefined)
    return malformed;
  try {
    const body: unknown = JSON.parse(text);
    const possible = countPossibleNames(text);
    if (possible > 0) {
      const names = countNames(body);
      if (names !== possible && names !== countWrittenNames(text)) return malformed;
    }
    return { body, mayHoldBadText: text.includes("\\u") };
  } catch {
    return malformed;
  }
}

/** Colons after a quote in a JSON text: every one behind a name, and some inside of texts. */
function countPossibleNames(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (text.charCodeAt(before) <= 0x20) before--;
    if (text.charCodeAt(before) === 0x22) count++;
  }
  return count;
}

/** Levels of lists and objects in a text that is parsed. V8 takes 20 ms to parse 128,000 levels, which fit into 256 kB. */
const mostLevels = 10_000;

/**
 * Names in a JSON text, each of which has a colon; undefined if the text is nested too deep or has too many parts to be
 * parsed. This takes longer than to count possible names.
 */
function countWrittenNames(text: string, most = Number.POSITIVE_INFINITY): number | undefined {
  let names = 0;
  let parts = 0;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x3a || code === 0x2c) {
      if (code === 0x3a) names++;
      parts++;
      if (parts > most) return undefined;
    } else if (code === 0x5b || code === 0x7b) {
      depth++;
      if (depth > mostLevels) return undefined;
    } else if (code === 0x5d || code === 0x7d) depth--;
  }
  return names;
}

/** Names of all objects in a value. */
function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const entry of value) count += countNames(entry);
    return count;
  }
  for (const name in value) {
    const part = (value as Record<string, unknown>)[name];
    count += typeof part === "object" && part !== null ? 1 + countNames(part) : 1;
  }
  return count;
}
