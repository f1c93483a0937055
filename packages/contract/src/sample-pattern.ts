// Texts that match a regular expression.
import fc from "fast-check";

/** Texts that are made at most, until one fits. */
const maxTries = 2000;

/**
 * A text that a pattern matches; undefined if none is found. Lookaheads, lookbehinds, back-references and word boundaries
 * are judged, not built: a text of the rest of the pattern is tried against all of it.
 */
export function sampleMatching(
  pattern: string,
  isRight: (value: string) => boolean = () => true,
): string | undefined {
  const whole = new RegExp(pattern, "u");
  const sources = [pattern, buildable(pattern)];
  for (const source of new Set(sources)) {
    try {
      const arbitrary = fc.stringMatching(new RegExp(source, "u"));
      for (const numRuns of [20, maxTries]) {
        const found = fc
          .sample(arbitrary, { seed: 1, numRuns })
          .find((value) => whole.test(value) && isRight(value));
        if (found !== undefined) return found;
      }
    } catch {
      // A construct that cannot be built.
    }
  }
  return undefined;
}

/** A pattern without lookarounds and boundaries, in which each back-reference and its group are one text. */
function buildable(pattern: string): string {
  const source = withoutAssertions(pattern);
  const groups = groupsIn(source);
  const reference = /\\(?:([1-9]\d?)|k<(\w+)>)/.exec(source);
  if (!reference) return source;
  const [, number, name] = reference;
  const group = groups.find((one, index) =>
    number === undefined ? one.startsWith(`(?<${name}>`) : index === Number(number) - 1,
  );
  const sample = group && sampleMatching(`^(?:${group})$`);
  if (!group || sample === undefined) return source;
  const literal = sample.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const filled = source
    .replaceAll(reference[0], () => literal)
    .replace(group, () => `(?:${literal})`);
  return buildable(filled);
}

function withoutAssertions(pattern: string): string {
  let source = pattern;
  let at = 0;
  while (at < source.length) {
    const rest = source.slice(at);
    if (/^\\[bB]/.test(rest)) source = cut(source, at, at + 2);
    else if (/^\(\?<?[=!]/.test(rest)) source = cut(source, at, endOfGroup(source, at) + 1);
    else at = nextStep(source, at);
  }
  return source;
}

/** The groups of a pattern by their numbers. */
function groupsIn(pattern: string): string[] {
  const groups: string[] = [];
  for (let at = 0; at < pattern.length; at = nextStep(pattern, at))
    if (/^\((?!\?:)/.test(pattern.slice(at)))
      groups.push(pattern.slice(at, endOfGroup(pattern, at) + 1));
  return groups;
}

/** The place after an escape, a class or a character. */
function nextStep(pattern: string, at: number): number {
  if (pattern[at] === "\\") return at + 2;
  return pattern[at] === "[" ? endOfClass(pattern, at) + 1 : at + 1;
}

function cut(pattern: string, from: number, to: number): string {
  return pattern.slice(0, from) + pattern.slice(to);
}

/** The place of the bracket that ends a class. */
function endOfClass(pattern: string, start: number): number {
  let at = start + 1;
  while (at < pattern.length && pattern[at] !== "]") at += pattern[at] === "\\" ? 2 : 1;
  return at;
}

/** The place of the parenthesis that ends a group. */
function endOfGroup(pattern: string, start: number): number {
  let depth = 0;
  for (let at = start; at < pattern.length; at += 1) {
    if (pattern[at] === "\\") at += 1;
    else if (pattern[at] === "[") at = endOfClass(pattern, at);
    else if (pattern[at] === "(") depth += 1;
    else if (pattern[at] === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return pattern.length;
}
