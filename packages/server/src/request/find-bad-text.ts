/** Paths that are listed; a hostile body may hold a hundred thousand. */
const mostPaths = 100;

/** Whether a text holds U+0000 or half a surrogate pair: databases and other parsers refuse both. */
export function isBadText(text: string): boolean {
  return /\0|\p{Surrogate}/u.test(text);
}

/** Paths of the texts in a value that are none, and of the objects with such a name; each once. */
export function findBadText(value: unknown): string[] {
  const found = new Set<string>();
  const visit = (part: unknown, path: string): void => {
    if (found.size >= mostPaths) return;
    if (typeof part === "string") {
      if (isBadText(part)) found.add(path);
    } else if (typeof part === "object" && part !== null) {
      for (const [name, entry] of Object.entries(part)) {
        if (isBadText(name)) found.add(path);
        else visit(entry, path === "" ? name : `${path}.${name}`);
      }
    }
  };
  try {
    visit(value, "");
  } catch (error) {
    // Nested too deep for the stack, which the checks have found as well.
    if (!(error instanceof RangeError)) throw error;
  }
  return [...found];
}
