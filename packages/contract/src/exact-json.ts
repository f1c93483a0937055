// JSON whose whole numbers beyond 2^53 keep their digits: they are `bigint` in a program.

/** `JSON.rawJSON` and the source of numbers, which came to engines together: Node 22, and browsers of 2025. */
const extendedJson = JSON as unknown as { rawJSON?: (json: string) => unknown };

/** @throws {TypeError} if the engine cannot read or write such numbers */
export function assertExactJson(): void {
  if (!extendedJson.rawJSON)
    throw new TypeError(
      "This JavaScript engine has no JSON.rawJSON, without which integers are not exact: use Node 22 or later.",
    );
}

/** Whole numbers beyond 2^53 are `bigint`, the others numbers. @throws {SyntaxError} if it is not JSON */
export function parseExactly(json: string): unknown {
  if (!/\d{16}/.test(json)) return JSON.parse(json);
  return JSON.parse(json, (_name, value: unknown, context?: { source?: string }) =>
    typeof value === "number" &&
    !Number.isSafeInteger(value) &&
    /^-?\d+$/.test(context?.source ?? "")
      ? BigInt(context?.source ?? "")
      : value,
  );
}

/** JSON of a value, in which a `bigint` is a number. */
export function writeJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // Values without one are written several times faster.
    assertExactJson();
    return JSON.stringify(value, (_name, part: unknown) =>
      typeof part === "bigint" ? extendedJson.rawJSON?.(String(part)) : part,
    );
  }
}
