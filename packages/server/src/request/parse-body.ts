import { isAscii, isUtf8 } from "node:buffer";
import { hasDuplicateNames } from "./duplicate-names.ts";
import { type ParsedBody, unread } from "./unread-body.ts";

const noBody: ParsedBody = { body: undefined, mayHoldBadText: false };
const malformed = unread("malformed-body");

/** Makes a value of the bytes of a body. */
export type ParseBody = (bytes: Buffer) => ParsedBody;

/** What parses bodies of a media type: JSON, text, or bytes, which stay as they are. */
export function parserOf(mediaType: string): ParseBody {
  if (/\bjson$/.test(mediaType)) return parseJson;
  return mediaType.startsWith("text/") ? parseText : parseNothing;
}

function parseText(bytes: Buffer): ParsedBody {
  return isUtf8(bytes) ? { body: bytes.toString("utf8"), mayHoldBadText: true } : malformed;
}

function parseNothing(bytes: Buffer): ParsedBody {
  return { body: bytes, mayHoldBadText: false };
}

/**
 * Parses the bytes of a JSON body. Nothing is no body rather than a broken one. An object that has a name twice is
 * refused: parsers differ in which of the two values counts.
 */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return noBody;
  // Most bodies are ASCII, which takes half the time to decode.
  const text = isAscii(bytes) ? bytes.toString("latin1") : isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  if (text === undefined || isTooDeep(text)) return malformed;
  try {
    const body: unknown = JSON.parse(text);
    if (hasDuplicateNames(text, body)) return malformed;
    return { body, mayHoldBadText: text.includes("\\u") };
  } catch {
    return malformed;
  }
}

/** Levels of lists and objects in a text that is parsed. V8 takes 20 ms to parse 128,000 levels, which fit into 256 kB. */
const mostLevels = 10_000;

/** Whether a JSON text is nested too deep to be parsed. Short texts cannot be. */
function isTooDeep(text: string): boolean {
  if (text.length < 2 * mostLevels) return false;
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length && depth <= mostLevels; at++) {
    const code = text.charCodeAt(at);
    if (isText) {
      if (code === 0x5c) at++;
      else if (code === 0x22) isText = false;
    } else if (code === 0x22) isText = true;
    else if (code === 0x5b || code === 0x7b) depth++;
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return depth > mostLevels;
}
