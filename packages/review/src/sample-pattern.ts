import fc from "fast-check";

/** Making texts takes long, and a contract compares the same few patterns again and again. */
const known = new Map<string, string[]>();

/**
 * Texts that match a pattern, always the same ones; none for a pattern that no texts can be made for.
 *
 * @param pattern a regular expression, as JSON Schema has it
 */
export function samplePattern(pattern: string): string[] {
  const texts = known.get(pattern) ?? makeTexts(pattern);
  known.set(pattern, texts);
  return texts;
}

function makeTexts(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { seed: 1, numRuns: 200 });
  } catch {
    return [];
  }
}
