/** Values of options, by name. */
type Choices = Readonly<Record<string, readonly unknown[]>>;

/** One value of each option. */
export type Chosen<Options extends Choices> = { [Name in keyof Options]: Options[Name][number] };

/**
 * Combinations of options in which any two values of any two options meet at least once: far fewer than all combinations,
 * and they show any mistake that takes two options.
 */
export function pairwise<const Options extends Choices>(options: Options): Chosen<Options>[] {
  const names = Object.keys(options);
  const valuesOf = (name: string): readonly unknown[] => options[name] ?? [];
  const nameOf = (one: string, at: number, other: string, otherAt: number): string =>
    [one, at, other, otherAt].join(" ");
  const missing = new Set(
    names.flatMap((one, index) =>
      names
        .slice(index + 1)
        .flatMap((other) =>
          [...valuesOf(one).keys()].flatMap((at) =>
            [...valuesOf(other).keys()].map((otherAt) => nameOf(one, at, other, otherAt)),
          ),
        ),
    ),
  );
  const rows: Chosen<Options>[] = [];
  while (missing.size > 0) {
    const [first = ""] = missing;
    const [one = "", at = "0", other = "", otherAt = "0"] = first.split(" ");
    const row = new Map([
      [one, Number(at)],
      [other, Number(otherAt)],
    ]);
    const newPairs = (name: string, place: number): string[] =>
      [...row]
        .map(([known, knownAt]) =>
          names.indexOf(known) < names.indexOf(name)
            ? nameOf(known, knownAt, name, place)
            : nameOf(name, place, known, knownAt),
        )
        .filter((pair) => missing.has(pair));
    missing.delete(first);
    for (const name of names.filter((candidate) => !row.has(candidate))) {
      const counts = [...valuesOf(name).keys()].map((place) => newPairs(name, place).length);
      const best = counts.indexOf(Math.max(...counts));
      for (const pair of newPairs(name, best)) missing.delete(pair);
      row.set(name, best);
    }
    rows.push(
      Object.fromEntries(
        names.map((name) => [name, valuesOf(name)[row.get(name) ?? 0]]),
      ) as Chosen<Options>,
    );
  }
  return rows;
}
