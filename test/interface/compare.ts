/** A place where two trees differ: the names that lead to it, and what each tree has there, if anything. */
export interface Difference {
  path: string[];
  was?: unknown;
  is?: unknown;
}

/** Where two trees differ. A list is one value. */
export function compareTrees(
  expected: unknown,
  actual: unknown,
  path: string[] = [],
): Difference[] {
  if (isTree(expected) && isTree(actual)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(actual)]);
    return [...keys].flatMap((key) => compareTrees(expected[key], actual[key], [...path, key]));
  }
  if (JSON.stringify(expected) === JSON.stringify(actual)) return [];
  return [
    {
      path,
      ...(expected !== undefined && { was: expected }),
      ...(actual !== undefined && { is: actual }),
    },
  ];
}

function isTree(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}
