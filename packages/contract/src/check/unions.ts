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

export function makeDiscriminated(row: RowOf<"discriminated">, find: Find): Read {
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
    const strict = tryVariants(reads, given, run, depth, true);
    // A string of a URL may fit several forms.
    if (isFitted(row, strict, run.options.coerce)) {
      run.options.dropped?.push(...strict.dropped);
      return strict.copies.reduce(merge);
    }
    const [nearest, ...others] = chooseNearest(reads, strict, run);
    // The violation in the only form of the value's type is more exact than that no form fits.
    if (nearest && others.length === 0 && run.trial < 0)
      return run.withCodes(row, depth, () => readPlain(nearest, given, run, depth));
    const tolerant = run.options.tolerant && !run.isStrict;
    if (tolerant && isObject(given)) {
      const [fitting] = tryVariants(reads, given, run, depth, false).fitting;
      if (fitting) return readPlain(fitting, given, run, depth);
    }
    if (!nearest) run.break(row, depth, ["type"], "has the wrong type");
    else run.break(row, depth, [rule], "has no known form");
    return typeof value === "object" ? undefined : value;
  };
}

/** The result of trying the variants of a union. */
interface VariantResults {
  /** Copies by the variants that fit, and those variants. */
  copies: unknown[];
  fitting: Read[];
  /** Variants of the value's type, and those whose format alone the value breaks. */
  ofType: Read[];
  near: Read[];
  /** Paths that every fitting variant leaves out. */
  dropped: string[];
}

function isFitted({ exact }: RowOf<"union">, { copies }: VariantResults, coerce = false): boolean {
  return copies.length === 1 || (copies.length > 1 && (!exact || coerce));
}

/** Reads a value as each variant, and sorts the variants by the result. @param isStrict whether no violation is tolerated */
function tryVariants(
  reads: readonly Read[],
  given: unknown,
  run: Run,
  depth: number,
  isStrict: boolean,
): VariantResults {
  const outerTrial = {
    trial: run.trial,
    failed: run.failed,
    isOfType: run.isOfType,
    breaksFormatAlone: run.breaksFormatAlone,
    isStrict: run.isStrict,
  };
  const { dropped } = run.options;
  const mark = dropped?.length ?? 0;
  const found: VariantResults = { copies: [], fitting: [], ofType: [], near: [], dropped: [] };
  Object.assign(run, { trial: depth, isStrict: isStrict || run.isStrict });
  for (const read of reads) {
    Object.assign(run, { isOfType: false, breaksFormatAlone: false });
    run.tries++;
    run.failed = run.tries > maxUnionTries;
    if (run.failed) break;
    const copy = readPlain(read, given, run, depth);
    const own = dropped?.splice(mark) ?? [];
    if (run.failed) {
      if (run.isOfType) found.ofType.push(read);
      if (run.breaksFormatAlone) found.near.push(read);
      continue;
    }
    found.dropped =
      found.copies.length === 0 ? own : found.dropped.filter((path) => own.includes(path));
    found.copies.push(copy);
    found.fitting.push(read);
  }
  Object.assign(run, outerTrial);
  return found;
}

/** Variants that a value was meant for, as far as can be known; all of them if too many were tried. */
function chooseNearest(
  reads: readonly Read[],
  { copies, ofType, near }: VariantResults,
  run: Run,
): readonly Read[] {
  if (copies.length > 0 || run.tries > maxUnionTries) return reads;
  return near.length === 1 ? near : ofType;
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
