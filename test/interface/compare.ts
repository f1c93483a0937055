/** What one tree has and another has not or has otherwise, each in a sentence that names its place. */
export function compareTrees(expected: unknown, actual: unknown, place = ""): string[] {
  if (isTree(expected) && isTree(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => {
      const inner = place ? `${place} › ${key}` : key;
      if (!(key in actual)) return [`${inner}: missing from the contract`];
      if (!(key in expected)) return [`${inner}: in the contract, but not in the inventory`];
      return compareTrees(expected[key], actual[key], inner);
    });
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const missing = expected.filter((entry) => !actual.includes(entry));
    const added = actual.filter((entry) => !expected.includes(entry));
    const moved = missing.length + added.length === 0 && expected.join() !== actual.join();
    return [
      ...missing.map((entry) => `${place} › ${entry}: missing from the contract`),
      ...added.map((entry) => `${place} › ${entry}: in the contract, but not in the inventory`),
      ...(moved ? [`${place}: is ${actual.join(", ")} in the contract, ${expected.join(", ")} in the inventory`] : []),
    ];
  }
  return expected === actual ? [] : [`${place}: is "${actual}" in the contract, "${expected}" in the inventory`];
}

function isTree(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
