// A regular expression as a tree, as far as a finite automaton can follow it.

/** Code points from the first to the last. */
export type Range = readonly [first: number, last: number];

export type Node =
  | { kind: "characters"; ranges: Range[] }
  | { kind: "start" | "end" }
  | { kind: "sequence" | "choice"; parts: Node[] }
  | { kind: "repeat"; part: Node; min: number; max: number };

/** The pattern has something that no finite automaton is made of here, such as a look-ahead. */
export class Undecidable extends Error {}

/**
 * Parses a pattern as JSON Schema reads it: with the `u` flag, and matching any part of a text.
 *
 * @throws {Undecidable} for look-around, backreferences, word boundaries, modifiers and invalid patterns
 */
export function parsePattern(pattern: string): Node {
  const expression = compilePattern(pattern);
  if (!expression) throw new Undecidable(pattern);
  return new Parser(expression.source).choice();
}

/** The expression of a pattern; nothing for one that is no regular expression. */
export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

const lastCodePoint = 0x10ffff;
const digitRanges: Range[] = [[0x30, 0x39]];
const wordCharacters: Range[] = [...digitRanges, [0x41, 0x5a], [0x5f, 0x5f], [0x61, 0x7a]];
const lineEnds: Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];
const spaces: Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const classes: Record<string, Range[]> = { d: digitRanges, w: wordCharacters, s: spaces };
const controls: Record<string, number> = { t: 9, n: 10, v: 11, f: 12, r: 13, "0": 0 };

/** All other code points. */
function negate(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  let next = 0;
  for (const [first, last] of [...ranges].sort((a, b) => a[0] - b[0])) {
    if (first > next) found.push([next, first - 1]);
    next = Math.max(next, last + 1);
  }
  if (next <= lastCodePoint) found.push([next, lastCodePoint]);
  return found;
}

const propertyRanges = new Map<string, Range[]>();

/** The code points of a class such as `\p{L}`, by trying each of them. */
function rangesOfProperty(name: string): Range[] {
  const known = propertyRanges.get(name);
  if (known) return known;
  const expression = new RegExp(`^${name}$`, "u");
  const found: [first: number, last: number][] = [];
  for (let point = 0; point <= lastCodePoint; point += 1) {
    if (!expression.test(String.fromCodePoint(point))) continue;
    const current = found.at(-1);
    if (current && current[1] === point - 1) current[1] = point;
    else found.push([point, point]);
  }
  propertyRanges.set(name, found);
  return found;
}

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
    if (this.#take(/\./uy)) return { kind: "characters", ranges: negate(lineEnds) };
    if (this.#take(/\((?:\?:|\?<(?![=!])[^>]*>|(?!\?))/uy)) {
      const group = this.choice();
      this.#take(/\)/uy);
      return group;
    }
    const isNegated = this.#take(/\[(\^?)/uy)?.[1];
    if (isNegated !== undefined)
      return { kind: "characters", ranges: this.#characterClass(isNegated === "^") };
    return { kind: "characters", ranges: this.#member() };
  }

  #characterClass(isNegated: boolean): Range[] {
    const ranges: Range[] = [];
    while (!this.#take(/\]/uy)) {
      const from = this.#member(true);
      const to = this.#take(/-(?!\])/uy) ? this.#member(true) : undefined;
      const first = from[0]?.[0] ?? 0;
      if (to) ranges.push([first, to[0]?.[1] ?? first]);
      else ranges.push(...from);
    }
    return isNegated ? negate(ranges) : ranges;
  }

  /** One character or class, inside or outside of brackets. */
  #member(isInClass = false): Range[] {
    const named = this.#take(/\\([dwsDWS])/uy)?.[1];
    if (named !== undefined) {
      const ranges = classes[named.toLowerCase()] ?? [];
      return named === named.toLowerCase() ? ranges : negate(ranges);
    }
    const property = this.#take(/\\[pP]\{[^}]*\}/uy)?.[0];
    if (property !== undefined) return rangesOfProperty(property);
    const point = this.#codePoint(isInClass);
    return [[point, point]];
  }

  #codePoint(isInClass: boolean): number {
    const pair = this.#take(/\\u(d[89ab][0-9a-f]{2})\\u(d[c-f][0-9a-f]{2})/iuy);
    if (pair) {
      const units = pair.slice(1).map((unit) => Number.parseInt(unit, 16));
      return String.fromCharCode(...units).codePointAt(0) ?? 0;
    }
    const hex = this.#take(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]+)\})/iuy);
    if (hex) return Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? "", 16);
    const control = this.#take(/\\(?:c([a-zA-Z])|([tnvfr0]))/uy);
    if (control?.[1] !== undefined) return (control[1].codePointAt(0) ?? 0) % 32;
    if (control?.[2] !== undefined) return controls[control[2]] ?? 0;
    if (isInClass && this.#take(/\\b/uy)) return 8;
    const character = this.#take(/\\([\^$\\.*+?()[\]{}|/-])|[^\\(]/suy);
    // The rest is a look-around, a modifier, a backreference or a word boundary.
    const literal = character?.[1] ?? character?.[0];
    if (literal === undefined && isInClass && this.#take(/\(/uy)) return 0x28;
    if (literal === undefined) throw new Undecidable(this.#pattern);
    return literal.codePointAt(0) ?? 0;
  }

  #take(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.#at;
    const found = expression.exec(this.#pattern);
    if (!found) return undefined;
    this.#at += found[0].length;
    return found;
  }
}
