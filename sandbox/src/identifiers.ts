import { randomBytes } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random letters and digits. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      // 248 is the greatest multiple of 62 in a byte: beyond it some letters would come more often.
      if (byte < 248 && text.length < length) text += letters[byte % 62];
    }
  }
  return text;
}

/** An identifier: a prefix that tells what it names, and 20 random letters and digits. */
export function makeId(prefix: "cmp" | "txn" | "trf" | "wh" | "flt" | "req" | "pst"): string {
  return `${prefix}_${randomText(20)}`;
}
