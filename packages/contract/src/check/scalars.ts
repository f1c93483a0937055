import { type Formats, invalidString, type Read, type Run } from "./run.ts";
import type { ConstraintAnnotations, RowOf, ScalarConstraint } from "./table.ts";

/** Numbers as JSON writes them. */
const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Length of a string in Unicode code points, counted only as far as a bound needs. */
export function hasLength(value: string, min: number, max: number): boolean {
  if (value.length < min || value.length > 2 * max) return false;
  if (value.length <= max && value.length >= 2 * min) return true;
  let length = 0;
  for (const _point of value) length++;
  return length >= min && length <= max;
}

type Tests<Value> = Record<
  string,
  (limit: never, formats: Formats) => ((value: Value) => boolean) | undefined
>;

const stringTests: Tests<string> = {
  minLength: (limit: number) => (value) => hasLength(value, limit, Number.POSITIVE_INFINITY),
  maxLength: (limit: number) => (value) => hasLength(value, 0, limit),
  pattern: (source: string) => {
    const pattern = new RegExp(source, "u");
    return (value) => pattern.test(value);
  },
  format: (name: string, formats) => {
    const check = formats[name];
    if (typeof check !== "object") return check;
    // A number in a string, which may be larger than JavaScript counts.
    if (name.endsWith("int64")) return (value) => /^-?\d{1,20}$/.test(value);
    return (value) => isNumber.test(value) && check.validate(Number(value));
  },
};

const numberTests: Tests<number> = {
  minimum: (limit: number) => (value) => value >= limit,
  maximum: (limit: number) => (value) => value <= limit,
  exclusiveMinimum: (limit: number) => (value) => value > limit,
  exclusiveMaximum: (limit: number) => (value) => value < limit,
  multipleOf: (limit: number) => (value) => Number.isInteger(value / limit),
  format: (name: string, formats) =>
    (formats[name] as { validate: (value: number) => boolean } | undefined)?.validate,
};

export const listTests: Tests<readonly unknown[]> = {
  minItems: (limit: number) => (list) => list.length >= limit,
  maxItems: (limit: number) => (list) => list.length <= limit,
};

/**
 * Makes a function that records the constraints that a value breaks, up to the first one that is not tolerated, whose keyword
 * it returns.
 *
 * @param unit that lengths count: "characters", "items"
 */
export function makeConstraintCheck<Value>(
  row: ConstraintAnnotations & { readonly rules?: readonly ScalarConstraint[] },
  tests: Tests<Value>,
  formats: Formats,
  unit: string,
) {
  const testable = (row.rules ?? []).flatMap((constraint) => {
    const [keyword, limit] = constraint;
    const test = tests[keyword]?.(limit as never, formats);
    return test ? [{ constraint, test }] : [];
  });
  const fitsWithoutFormat = (value: Value): boolean =>
    testable.every(({ constraint: [keyword], test }) => keyword === "format" || test(value));
  return (value: Value, run: Run, depth: number): string | undefined => {
    for (let index = 0; index < testable.length; index++) {
      const { constraint, test } = testable[index] as (typeof testable)[number];
      if (test(value)) continue;
      const [keyword, limit] = constraint;
      const message =
        keyword === "format"
          ? describeFormat(String(limit), formats)
          : describeConstraint(constraint, unit);
      run.break(row, depth, constraint, message);
      if (run.trial === depth && keyword === "format")
        run.breaksFormatAlone = fitsWithoutFormat(value);
      if (!run.tolerates(row, keyword)) return keyword;
    }
    return undefined;
  };
}

export const boundSigns: Record<string, string> = {
  minimum: ">=",
  maximum: "<=",
  exclusiveMinimum: ">",
  exclusiveMaximum: "<",
  multipleOf: "multiple of",
};

/** The requirement of a rule, as a message. @param unit of the counted parts */
export function describeConstraint([rule, limit]: ScalarConstraint, unit: string): string {
  if (rule in boundSigns) return `must be ${boundSigns[rule]} ${limit}`;
  if (typeof limit === "string") return `must match ${rule} "${limit}"`;
  return `must NOT have ${rule.startsWith("min") ? "fewer" : "more"} than ${limit} ${unit}`;
}

/** The requirement of a format: its name, and its demand if it has one. */
export function describeFormat(name: string, formats: Formats): string {
  const check = formats[name];
  const demand = typeof check === "function" ? check.demand : undefined;
  return `must match format ${name}${demand === undefined ? "" : `: ${demand}`}`;
}

export function makeBoolean(row: RowOf<"boolean">): Read {
  return (value, run, depth) => {
    const given =
      run.options.coerce && (value === "true" || value === "false") ? value === "true" : value;
    return typeof given === "boolean" ? given : run.break(row, depth, ["type"], "must be boolean");
  };
}

export function makeString(row: RowOf<"string">, _find: unknown, formats: Formats): Read {
  const recordBroken = makeConstraintCheck<string>(row, stringTests, formats, "characters");
  return (value, run, depth) => {
    if (typeof value !== "string") return run.break(row, depth, ["type"], "must be string");
    if (run.options.isInvalidString?.(value)) return run.break({}, depth, ["text"], invalidString);
    recordBroken(value, run, depth);
    return value;
  };
}

/** The rules of integers of 64 bits. JavaScript compares them with numbers. */
const exactTests: Tests<number | bigint> = {
  ...(numberTests as Tests<number | bigint>),
  multipleOf: (limit: number) => (value) => BigInt(value) % BigInt(limit) === 0n,
  format: (name: string) => {
    if (!name.endsWith("int64")) return undefined;
    const [min, end] = name === "uint64" ? [0n, 2n ** 64n] : [-(2n ** 63n), 2n ** 63n];
    return (value) => value >= min && value < end;
  },
};

/** Reads an integer of 64 bits as a `bigint`. A program may give a number that is exact. */
function makeExact(row: RowOf<"number">, formats: Formats): Read {
  const recordBroken = makeConstraintCheck<number | bigint>(row, exactTests, formats, "");
  return (value, run, depth) => {
    const isCoercible =
      run.options.coerce && typeof value === "string" && /^-?\d{1,20}$/.test(value);
    const isInteger = typeof value === "bigint" || Number.isSafeInteger(value) || isCoercible;
    if (!isInteger) return run.break(row, depth, ["type"], "must be integer");
    const given = BigInt(value as string | number | bigint);
    recordBroken(given, run, depth);
    return given;
  };
}

export function makeNumber(row: RowOf<"number">, _find: unknown, formats: Formats): Read {
  if (row.bigint) return makeExact(row, formats);
  const recordBroken = makeConstraintCheck<number>(row, numberTests, formats, "");
  const isRight = row.integer ? Number.isInteger : Number.isFinite;
  return (value, run, depth) => {
    const given =
      run.options.coerce && typeof value === "string" && isNumber.test(value)
        ? Number(value)
        : readNumber(value, run);
    if (!isRight(given))
      return run.break(row, depth, ["type"], `must be ${row.integer ? "integer" : "number"}`);
    recordBroken(given as number, run, depth);
    return given;
  };
}

/** An integer of JSON beyond 2^53 as the number next to it. A program's `bigint` would lose digits: it stays, and is refused. */
const readNumber = (value: unknown, { options }: Run): unknown =>
  typeof value === "bigint" && !options.dropped ? Number(value) : value;

export function makeEnum(row: RowOf<"enum">): Read {
  const { values } = row;
  const types = [...new Set(values.map((value) => (value === null ? "null" : typeof value)))];
  const byString = new Map(values.map((value) => [String(value), value]));
  return (value, run, depth) => {
    const given =
      run.options.coerce && byString.has(value as string) ? byString.get(value as string) : value;
    if (values.includes(given as never)) return given;
    const isOfType = types.length > 1 || typeof given === types[0];
    if (!isOfType) return run.break(row, depth, ["type"], `must be ${types[0]}`);
    run.break(
      row,
      depth,
      ["enum"],
      `must be ${values.length > 1 ? "one of " : ""}${values.join(", ")}`,
    );
    return typeof given === "object" ? undefined : given;
  };
}
