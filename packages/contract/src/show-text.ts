// Strings from strangers: a terminal obeys control characters, and marks of direction mislead a reader.

/**
 * Control characters, line breaks, marks of direction and invisible characters. Joiners of letters and emoji
 * do not count.
 */
const hiddenCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A string in one line, with escapes such as `\u001b` for invisible characters. The result is still equivalent when parsed as JSON. */
export function showText(text: string): string {
  return text.replaceAll(
    hiddenCharacters,
    (character) => short[character] ?? escapeUnits(character),
  );
}

/** The same for a string with several lines, which stay. */
export function showLines(text: string): string {
  return text.split("\n").map(showText).join("\n");
}

/** A character as JSON escapes it. */
export function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
