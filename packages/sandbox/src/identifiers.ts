import { randomBytes } from "node:crypto";

const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random letters and digits. */
export function randomText(length: number): string {
  let characters = "";
  while (characters.length < length) {
    // 248 is the greatest multiple of 62 in a byte: beyond it some letters would come more often.
    for (const byte of randomBytes(length - characters.length))
      if (byte < 248) characters += letters[byte % 62];
  }
  return characters;
}

let lastMoment = 0;

/** The kind of object that an identifier names. */
export type IdPrefix = "cmp" | "txn" | "trf" | "wh" | "flt" | "req" | "pst" | "clk";

/**
 * An identifier: a prefix for the kind of object, and 20 letters and digits. The first nine are the real time, so that
 * identifiers sort by age even while the sandbox's clock stands still; each of a process is later than the one before.
 */
export function makeId(prefix: IdPrefix): string {
  lastMoment = Math.max(Date.now(), lastMoment + 1);
  return `${lowestIdAt(prefix, lastMoment)}${randomText(11)}`;
}

/** The moment of the real time at which an identifier was made, in epoch milliseconds. */
export function momentIn(id: string): number {
  return Number.parseInt(id.slice(id.indexOf("_") + 1).slice(0, 9), 36);
}

/** Makes identifiers from now on sort behind those of a moment. */
export function continueIds(moment: number): void {
  lastMoment = Math.max(lastMoment, moment);
}

/** A moment of the real time that every identifier of this process so far is before: they may run ahead by a little. */
export function afterAllIds(): number {
  return Math.max(Date.now(), lastMoment) + 1;
}

/** A string that sorts before every identifier that is made from a moment of the real time on. */
export function lowestIdAt(prefix: IdPrefix, time: number): string {
  return `${prefix}_${time.toString(36).padStart(9, "0")}`;
}

/** ISPB of the sandbox's bank: eight digits that no institution has. */
const ispb = "99999004";

/**
 * Identifier of a payment: `E`, ISPB, minute in UTC, 11 random letters and digits.
 *
 * @param now epoch milliseconds
 */
export function makeEndToEndId(now: number): string {
  const minute = new Date(now).toISOString().slice(0, 16).replace(/[-T:]/g, "");
  return `E${ispb}${minute}${randomText(11)}`;
}
