// JSON and YAML whose whole numbers beyond 2^53 keep their value: they are read as `bigint`.
import { parse } from "yaml";

/** Files without so long a number are read as usual, which is several times faster. */
const longNumber = /\d{16}/;

/** @throws {SyntaxError} if it is not JSON */
export function parseJsonExactly(json: string): unknown {
  if (!longNumber.test(json)) return JSON.parse(json) as unknown;
  return JSON.parse(json, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === "number" && !Number.isSafeInteger(value)
      ? exactNumber(value, context?.source)
      : value,
  ) as unknown;
}

/** @throws {Error} if it is not YAML */
export function parseYaml(yaml: string): unknown {
  if (!longNumber.test(yaml)) return parse(yaml) as unknown;
  const narrow = (_key: unknown, value: unknown): unknown =>
    typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  return parse(yaml, narrow, { intAsBigInt: true }) as unknown;
}

/** @param source the number as it is written; Node 20 does not pass it */
function exactNumber(value: number, source = ""): number | bigint {
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}
