import { put } from "./objects.ts";
import {
  type FieldValues,
  type Find,
  isObject,
  maxDepth,
  maxUnionTries,
  type Read,
  type Run,
} from "./run.ts";
import type { RowOf } from "./table.ts";

export function makeTagged(row: RowOf<"tagged">, find: Find): Read {
  const variants = new Map(
    Object.entries(row.variants).map(([value, variant]) => [value, find(variant)]),
  );
  const otherwise = row.otherwise === undefined ? undefined : find(row.otherwise);
  return (value, run, depth) => {
    if (!isObject(value)) return run.break(row, depth, ["type"], "must be object");
    const given = run.isPlain ? value : (snapshot(value, depth) as FieldValues);
    const tag = Object.hasOwn(given, row.field) ? given[row.field] : undefined;
    const read = (typeof tag === "string" && variants.get(tag)) || otherwise;
    if (read) return readPlain(read, given, run, depth);
    run.path[depth] = row.field;
    if (tag === undefined) return run.break(row, depth + 1, ["required"], "is required");
    if (typeof tag !== "string") return run.break(row, depth + 1, ["type"], "must be string");
    return run.break(row, depth + 1, ["enum"], `must be one of ${[...variants.keys()].join(", ")}`);
  };
}

export function makeUnionReader(row: RowOf<"union">, find: Find): Read {
  const reads = row.variants.map(find);
  const rule = row.exact ? "oneOf" : "anyOf";
  return (value, run, depth) => {
    const given = run.isPlain ? value : snapshot(value, depth);
    const { trial, failed, isOfType } = run;
    const { dropped } = run.options;
    const mark = dropped?.length ?? 0;
    run.trial = depth;
    const copies: unknown[] = [];
    const near: Read[] = [];
    let left: string[] | undefined;
    for (const read of reads) {
      run.isOfType = false;
      run.tries++;
      run.failed = run.tries > maxUnionTries;
      if (run.failed) break;
      const copy = readPlain(read, given, run, depth);
      const own = dropped?.splice(mark);
      if (run.failed) {
        if (run.isOfType) near.push(read);
        continue;
      }
      copies.push(copy);
      left = left ? left.filter((path) => own?.includes(path)) : own;
    }
    const fits = copies.length === 1 || (copies.length > 1 && !row.exact);
    Object.assign(run, { trial, failed, isOfType });
    if (left) dropped?.push(...left);
    if (fits) return copies.reduce(merge);
    const [nearest, ...others] = copies.length === 0 && run.tries <= maxUnionTries ? near : reads;
    // The fault in the only form of the value's type says more than that no form fits.
    if (nearest && others.length === 0 && trial < 0) return readPlain(nearest, given, run, depth);
    if (!nearest) run.break(row, depth, ["type"], "has the wrong type");
    else run.break(row, depth, [rule], "has no known form");
    return typeof value === "object" ? undefined : value;
  };
}

/** Reads a value that is a plain copy already. */
function readPlain(read: Read, value: unknown, run: Run, depth: number): unknown {
  const { isPlain } = run;
  run.isPlain = true;
  const copy = read(value, run, depth);
  run.isPlain = isPlain;
  return copy;
}

/** The readings of a value by several variants, as one. */
function merge(first: unknown, second: unknown): unknown {
  if (Array.isArray(first) && Array.isArray(second))
    return first.map((item, index) => merge(item, second[index]));
  if (!isObject(first) || !isObject(second)) return first;
  const both = { ...second };
  for (const [name, value] of Object.entries(first)) {
    put(both, name, Object.hasOwn(second, name) ? merge(value, second[name]) : value);
  }
  return both;
}

/** A plain copy of a value that is read more than once, so that each of its fields is read once. */
function snapshot(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((item) => snapshot(item, depth + 1));
  const copy: FieldValues = { __proto__: null };
  for (const name of Object.keys(value))
    copy[name] = snapshot((value as FieldValues)[name], depth + 1);
  return copy;
}
