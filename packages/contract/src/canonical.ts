/** JSON with the keys of every object in order, so that equal values give equal strings. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "bigint" ? `${part}n` : sorted(part),
  );
}

function sorted(part: unknown): unknown {
  return part !== null && typeof part === "object" && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
    : part;
}
