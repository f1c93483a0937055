/**
 * Whether an object in a JSON text has a name twice. Parsing loses the first of them, so there are more names in the text
 * than in the value: they are counted, which costs little, and looked at only where the figures differ.
 *
 * @param text valid JSON
 * @param value what it was parsed to
 */
export function hasDuplicateNames(text: string, value: unknown): boolean {
  const possible = countPossibleNames(text);
  return possible > 0 && possible !== countNames(value) && findDuplicate(text);
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

/** Reads the tokens of a valid JSON text, with the names of every open object. */
function findDuplicate(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  const token = /[{}[\]]|"(?:[^"\\]|\\.)*"(\s*:)?/gs;
  for (const [part, colon] of text.matchAll(token)) {
    if (part === "{") open.push(new Set());
    else if (part === "[") open.push(null);
    else if (part === "}" || part === "]") open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(part.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
