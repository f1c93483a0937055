/**
 * Replaces the lines between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`; the others stay.
 *
 * @throws if a marker is missing or doubled, they stand the wrong way round, or the content holds one of them
 */
export function replaceRegion(text: string, name: string, content: string): string {
  const opening = `<!-- generated:${name} -->`;
  const closing = `<!-- /generated:${name} -->`;
  for (const marker of [opening, closing]) {
    const count = text.split(marker).length - 1;
    if (count !== 1) {
      const fault = count === 0 ? "is missing" : `stands there ${count} times`;
      throw new Error(
        `The marker ${marker} ${fault}: the generated region '${name}' needs it once.`,
      );
    }
    if (content.includes(marker)) {
      throw new Error(
        `What is generated for the region '${name}' holds the marker ${marker}, which would end it.`,
      );
    }
  }
  const start = text.indexOf(opening) + opening.length;
  const end = text.indexOf(closing);
  if (end < start) throw new Error(`The marker ${closing} stands before ${opening}.`);
  return `${text.slice(0, start)}\n\n${content.trim()}\n\n${text.slice(end)}`;
}
