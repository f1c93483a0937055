/**
 * Replaces the lines between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->`; the others stay.
 *
 * @throws if a marker is missing or doubled, they stand the wrong way round, or the content holds one of them
 */
export function replaceRegion(file: string, name: string, content: string): string {
  const opening = `<!-- generated:${name} -->`;
  const closing = `<!-- /generated:${name} -->`;
  for (const marker of [opening, closing]) {
    const count = file.split(marker).length - 1;
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
  const start = file.indexOf(opening) + opening.length;
  const end = file.indexOf(closing);
  if (end < start) throw new Error(`The marker ${closing} stands before ${opening}.`);
  return `${file.slice(0, start)}\n\n${content.trim()}\n\n${file.slice(end)}`;
}
