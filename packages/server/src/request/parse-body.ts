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
 * refused: which of the two values counts would be up to whoever reads it.
 */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return noBody;
  // Most bodies are ASCII, which takes half the time to decode.
  const text = isAscii(bytes) ? bytes.toString("latin1") : isUtf8(bytes) ? bytes.toString("utf8") : undefined;
  if (text === undefined) return malformed;
  try {
    const body: unknown = JSON.parse(text);
    if (hasDuplicateNames(text, body)) return malformed;
    return { body, mayHoldBadText: text.includes("\\u") };
  } catch {
    return malformed;
  }
}
