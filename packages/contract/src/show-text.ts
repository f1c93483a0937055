// Texts from strangers: a terminal obeys control characters, and marks of direction mislead a reader.

/**
 * Control characters, line breaks, marks of direction and invisible characters. Joiners of letters and emoji
 * are none of them.
 */
const hiddenCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u{e0000}-\u{e0fff}]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** A text in one line, with escapes such as `\u001b` for invisible characters. In JSON it means the same as before. */
export function showText(text: string): string {
  return text.replaceAll(
    hiddenCharacters,
    (character) => short[character] ?? escapeUnits(character),
  );
}

/** The same of a text of several lines, which stay. */
export function showLines(text: string): string {
  return text.split("\n").map(showText).join("\n");
}

function escapeUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
