/** A sentence of the contract, which is in English, in which names of the API stand between backquotes. */
export function Prose({ text }: { text: string }) {
  const parts = text.split("`").map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part));
  return <span lang="en">{parts}</span>;
}
