/**
 * Whether an object in a JSON text has a name twice. Parsing loses the first of them, so there are more names in the text
 * than in the value.
 *
 * @param text valid JSON
 * @param value what it was parsed to
 */
export function hasDuplicateNames(text: string, value: unknown): boolean {
  const possible = countPossibleNames(text);
  if (possible === 0) return false;
  const count = countNames(value);
  return possible !== count && countWrittenNames(text) !== count;
}

/** Names of a valid JSON text, which takes longer than to count what may be one. */
function countWrittenNames(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/gs)].filter(([, colon]) => colon !== undefined).length;
}

/** Colons after a quote: every one behind a name, and some inside of texts. */
function countPossibleNames(text: string): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon >= 0; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (isSpace(text.charCodeAt(before))) before--;
    if (text.charCodeAt(before) === quote) count++;
  }
  return count;
}

/** Names of all objects in a value. */
function countNames(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  // Recursion ends with an error on a value that is nested too deep, which is refused either way.
  if (Array.isArray(value)) {
    for (const entry of value) count += countNames(entry);
    return count;
  }
  for (const name in value) {
    const part = (value as Record<string, unknown>)[name];
    count += typeof part === "object" && part !== null ? 1 + countNames(part) : 1;
  }
  return count;
}

const quote = 0x22;

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}
