/** An object with the same entries in another order. */
export function shuffleKeys<T extends object>(value: T, random: () => number): T {
  const entries = Object.entries(value).map((entry) => ({ entry, rank: random() }));
  return Object.fromEntries(entries.sort((a, b) => a.rank - b.rank).map(({ entry }) => entry)) as T;
}
