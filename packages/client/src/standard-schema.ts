// Standard Schema (https://standardschema.dev) of request bodies, from the client's checks. A form shows all mistakes at
// once: objects, lists and variants collect them here, and checks of single values are those of the client.
import { any, array as checkArray, record as checkRecord, isObject, missing } from "./check.ts";
import type { Mistake } from "./errors.ts";

/** A mistake, and the names and positions that lead to its value. */
export interface StandardIssue {
  /** What the value must do: `must be at least 1`. */
  readonly message: string;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The value, if it has no mistake. */
export type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A schema that forms and validators take, of version 1 of Standard Schema. */
export interface StandardSchema<Value> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Value>;
    readonly types?: { readonly input: Value; readonly output: Value } | undefined;
  };
}

/** A check of the client, or one that finds all mistakes. */
export type Finder = (
  value: unknown,
  received?: number,
) => Mistake | readonly StandardIssue[] | undefined;

/** Makes a schema. Its checks are made when it is first used. */
export function makeSchema<Value>(vendor: string, makeFinder: () => Finder): StandardSchema<Value> {
  let finder: Finder | undefined;
  return {
    "~standard": {
      version: 1,
      vendor,
      validate(value) {
        finder ??= makeFinder();
        const issues = findAll(finder, value);
        return issues.length > 0 ? { issues } : { value: value as Value };
      },
    },
  };
}

function findAll(finder: Finder, value: unknown, ...path: PropertyKey[]): readonly StandardIssue[] {
  const found = finder(value);
  if (!found) return [];
  if (isMistake(found)) return [{ message: `must ${found[2]}`, path }];
  return found.map((issue) => ({ ...issue, path: [...path, ...(issue.path ?? [])] }));
}

function isMistake(found: Mistake | readonly StandardIssue[]): found is Mistake {
  return typeof found[0] === "string";
}

/** An object with required and optional fields. @param others finds mistakes in each other field, which may be anything without */
export function object(
  required: Readonly<Record<string, Finder>>,
  optional: Readonly<Record<string, Finder>> = {},
  others: Finder = any,
): Finder {
  const isWrong = checkRecord(any);
  const known = { ...required, ...optional };
  return (value) => {
    const wrong = isWrong(value);
    if (wrong || !isObject(value)) return wrong;
    return Object.keys({ ...known, ...value }).flatMap((name) => {
      const part = ownOf(value, name);
      if (part !== undefined) return findAll(ownOf(known, name) ?? others, part, name);
      return ownOf(required, name) ? findAll(() => missing, part, name) : [];
    });
  };
}

function ownOf<Value>(object: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** An array, with bounds of its length. */
export function array(items: Finder, min?: number, max?: number): Finder {
  const isWrong = checkArray(any, min, max);
  return (value) =>
    isWrong(value) ?? (value as unknown[]).flatMap((item, index) => findAll(items, item, index));
}

/** An object whose names are free. */
export function record(values: Finder): Finder {
  const isWrong = checkRecord(any);
  return (value) =>
    isWrong(value) ??
    Object.entries(value as object).flatMap(([name, part]) => findAll(values, part, name));
}

/** One of some variants: the mistakes are those in the variant that has the fewest. */
export function anyOf(...variants: Finder[]): Finder {
  return (value) => {
    const [first = []] = variants
      .map((finder) => findAll(finder, value))
      .sort((one, other) => one.length - other.length);
    return first;
  };
}
