import { isUtf8 } from "node:buffer";
import { hasDuplicateNames } from "./duplicate-names.ts";
import { type ParsedBody, unread } from "./unread-body.ts";

const noBody: ParsedBody = { body: undefined, mayHoldBadText: false };
const malformed = unread("malformed-body");

/**
 * Parses the bytes of a JSON body. Nothing is no body rather than a broken one. An object that has a name twice is
 * refused: which of the two values counts would be up to whoever reads it.
 */
export function parseJson(bytes: Buffer): ParsedBody {
  if (bytes.length === 0) return noBody;
  if (!isUtf8(bytes)) return malformed;
  const text = bytes.toString("utf8");
  try {
    const body: unknown = JSON.parse(text);
    if (hasDuplicateNames(text, body)) return malformed;
    return { body, mayHoldBadText: text.includes("\\u") };
  } catch {
    return malformed;
  }
}
