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
  isRight: (text: string) => boolean = () => true,
): string | undefined {
  const whole = new RegExp(pattern, "u");
  const sources = [pattern, buildable(pattern)];
  for (const source of new Set(sources)) {
    try {
      const texts = fc.stringMatching(new RegExp(source, "u"));
      for (const numRuns of [20, maxTries]) {
        const found = fc
          .sample(texts, { seed: 1, numRuns })
          .find((text) => whole.test(text) && isRight(text));
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
  const text = withoutAssertions(pattern);
  const groups = groupsIn(text);
  const reference = /\\(?:([1-9]\d?)|k<(\w+)>)/.exec(text);
  if (!reference) return text;
  const [, number, name] = reference;
  const group = groups.find((one, index) =>
    number === undefined ? one.startsWith(`(?<${name}>`) : index === Number(number) - 1,
  );
  const sample = group && sampleMatching(`^(?:${group})$`);
  if (!group || sample === undefined) return text;
  const literal = sample.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  const filled = text
    .replaceAll(reference[0], () => literal)
    .replace(group, () => `(?:${literal})`);
  return buildable(filled);
}

function withoutAssertions(pattern: string): string {
  let text = pattern;
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    if (/^\\[bB]/.test(rest)) text = cut(text, at, at + 2);
    else if (/^\(\?<?[=!]/.test(rest)) text = cut(text, at, endOfGroup(text, at) + 1);
    else at = nextStep(text, at);
  }
  return text;
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
function nextStep(text: string, at: number): number {
  if (text[at] === "\\") return at + 2;
  return text[at] === "[" ? endOfClass(text, at) + 1 : at + 1;
}

function cut(text: string, from: number, to: number): string {
  return text.slice(0, from) + text.slice(to);
}

/** The place of the bracket that ends a class. */
function endOfClass(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== "]") at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** The place of the parenthesis that ends a group. */
function endOfGroup(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === "[") at = endOfClass(text, at);
    else if (text[at] === "(") depth += 1;
    else if (text[at] === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}
