// A regular expression as a tree, as far as it can be read character by character.

/** Code points from the first to the last. */
export type Range = readonly [first: number, last: number];

export type Node =
  /** A character, an escape or a class. */
  | { kind: "characters"; atom: string }
  | { kind: "start" | "end" }
  | { kind: "sequence" | "choice"; parts: Node[] }
  | { kind: "repeat"; part: Node; min: number; max: number };

/** The pattern has something that cannot be read character by character, such as a look-ahead. */
export class Undecidable extends Error {}

/**
 * Parses a pattern as JSON Schema reads it: with the `u` flag, and matching any part of a string.
 *
 * @throws {Undecidable} for look-around, backreferences, word boundaries, modifiers and invalid patterns
 */
export function parsePattern(pattern: string): Node {
  const expression = compilePattern(pattern);
  if (!expression) throw new Undecidable(pattern);
  return new Parser(expression.source).choice();
}

/** The expression of a pattern; undefined for an invalid regular expression. */
export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

/** Code points without surrogates, which are half a character. */
const planes: Range[] = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];
const knownRanges = new Map<string, readonly Range[]>();
let everyCharacter = "";

/** The code points that characters match, by the language's own expressions. */
export function matchedRanges(atom: string): readonly Range[] {
  const [first = "", ...others] = atom;
  const point = first.codePointAt(0) ?? 0;
  if (others.length === 0 && first !== ".") return [[point, point]];
  const known = knownRanges.get(atom);
  if (known) return known;
  everyCharacter ||= planes.map(listCharacters).join("");
  const runs = everyCharacter.match(new RegExp(`${atom}+`, "gu")) ?? [];
  const ranges = runs.map((run): Range => {
    const [last = ""] = [...run.slice(-2)].reverse();
    return [run.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  });
  knownRanges.set(atom, ranges);
  return ranges;
}

function listCharacters([first, last]: Range): string {
  const points = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return points.map((point) => String.fromCodePoint(point)).join("");
}

const escapes = [
  /\\[pP]\{[^}]*\}/,
  /\\u\{[^}]*\}/,
  /\\ud[89ab]..\\ud[c-f]../,
  /\\(?:u....|x..|c.)/,
  // Not a backreference or a word boundary.
  /\\[^1-9bBk]/,
];
/** One character, or a class of characters. */
const characters = new RegExp(
  [...escapes, /\[(?:\\.|[^\]\\])*\]/, /[^\\(]/].map(({ source }) => source).join("|"),
  "isuy",
);

class Parser {
  readonly #pattern: string;
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = pattern;
  }

  choice(): Node {
    const parts = [this.#sequence()];
    while (this.#take(/\|/uy)) parts.push(this.#sequence());
    return { kind: "choice", parts };
  }

  #sequence(): Node {
    const parts: Node[] = [];
    while (this.#at < this.#pattern.length && !/[|)]/.test(this.#pattern[this.#at] ?? ""))
      parts.push(this.#repeated(this.#atom()));
    return { kind: "sequence", parts };
  }

  #repeated(part: Node): Node {
    const count = this.#take(/([*+?])\??|\{(\d+)(,?)(\d*)\}\??/uy);
    if (!count) return part;
    const [, sign, min = "", comma, max = ""] = count;
    if (sign !== undefined)
      return {
        kind: "repeat",
        part,
        min: sign === "+" ? 1 : 0,
        max: sign === "?" ? 1 : Number.POSITIVE_INFINITY,
      };
    const otherwise = comma === "" ? Number(min) : Number.POSITIVE_INFINITY;
    return { kind: "repeat", part, min: Number(min), max: max === "" ? otherwise : Number(max) };
  }

  #atom(): Node {
    if (this.#take(/\^/uy)) return { kind: "start" };
    if (this.#take(/\$/uy)) return { kind: "end" };
    if (this.#take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/uy)) {
      const group = this.choice();
      this.#take(/\)/uy);
      return group;
    }
    const atom = this.#take(characters)?.[0];
    // The rest is a look-around, a modifier, a backreference or a word boundary.
    if (atom === undefined) throw new Undecidable(this.#pattern);
    return { kind: "characters", atom };
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (!found) return undefined;
    this.#at += found[0].length;
    return found;
  }
}
