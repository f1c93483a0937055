/** The word that was probably meant; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, edits: countEdits(word.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits);
  const [best] = ranked;
  if (best && best.edits <= Math.max(2, Math.floor(best.candidate.length / 3))) return best.candidate;
  return known.find((candidate) => word.length >= 3 && candidate.startsWith(word));
}

/** A sentence that names the word that was probably meant, with a space before it; empty where none is near. */
export function suggest(word: string, known: readonly string[]): string {
  const found = nearest(word, known);
  return found === undefined ? "" : ` Did you mean ${found}?`;
}

/** Letters to insert, remove or replace on the way from one word to another (Levenshtein). */
function countEdits(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [row, letter] of [...from].entries()) {
    const line = [row + 1];
    for (const [column, other] of [...to].entries()) {
      const replaced = (above[column] ?? 0) + (letter === other ? 0 : 1);
      line.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
