const entities: Readonly<Record<string, string>> = {
  ...{ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;", "\n": "&#10;" },
};

/** A text inside HTML or XML, in elements and attributes. Control characters, which XML cannot carry, are replaced. */
export function escapeMarkup(text: string): string {
  const printable = [...text.toWellFormed()].map((character) => (isControl(character) ? "\ufffd" : character));
  return printable.join("").replaceAll(/[&<>"'\n]/g, (character) => entities[character] ?? character);
}

function isControl(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 0xfffe || code === 0xffff;
}
