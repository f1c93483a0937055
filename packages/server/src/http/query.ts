import { isUtf8 } from "node:buffer";
import { parse } from "node:querystring";

/** Stands for a string that is not UTF-8: a lone surrogate, which no check of strings lets pass. */
const badString = "\ud800";

/** The parameters in a URL's query; repeated ones are lists. Bytes that are not UTF-8 become a string that checks refuse. */
export function parseQuery(url: string): Record<string, unknown> {
  const start = url.indexOf("?");
  return start < 0 ? {} : parse(url.slice(start + 1), "&", "=", { decodeURIComponent: decodeText });
}

/** Decodes a name or a value of a query. A percent sign without two digits stands for itself. */
export function decodeText(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    const bytes = Buffer.from(
      encoded.replace(/%([\da-f]{2})/gi, (_escape, code) =>
        String.fromCharCode(Number(`0x${code}`)),
      ),
      "latin1",
    );
    return isUtf8(bytes) ? bytes.toString() : badString;
  }
}
