import {
  type FieldValues,
  type Find,
  type Formats,
  invalidString,
  isObject,
  isTooDeep,
  maxDepth,
  type Read,
  Run,
} from "./run.ts";
import { describeFormat, listTests, makeConstraintCheck } from "./scalars.ts";
import type { Row, RowOf } from "./table.ts";

export function makeArray(row: RowOf<"array">, find: Find): Read {
  const read = find(row.items);
  const findBroken = makeConstraintCheck(row, listTests, {}, "items");
  const isUnique = row.rules?.some(([rule]) => rule === "uniqueItems");
  return (given, run, depth) => {
    const value = run.options.coerce ? toList(given) : given;
    if (!Array.isArray(value)) return run.break(row, depth, ["type"], "must be array");
    if (isTooDeep(row, run, depth)) return undefined;
    const rule = findBroken(value, run, depth);
    // A list that is too long is not read to its end.
    if (rule === "maxItems" || (rule && run.isOver)) return undefined;
    const { length } = value;
    const start = run.findings.length;
    const copy: unknown[] = [];
    for (let index = 0; index < length; index++) {
      run.path[depth] = index;
      copy.push(read(value[index], run, depth + 1));
      if (run.isOver) return copy;
    }
    // Whole items are compared: their copies lack unknown fields. A program's values are sent as these copies.
    const compared = run.isPlain && !run.options.coerce ? value : copy;
    if (
      isUnique &&
      run.findings.length === start &&
      new Set(compared.map((one) => printCanonical(one))).size < length
    ) {
      run.break(row, depth, ["uniqueItems"], "must NOT have duplicate items");
    }
    return copy;
  };
}

/** In a URL or a form, one item is a list, and so are names that count from 0. */
function toList(value: unknown): unknown {
  if (value === undefined || Array.isArray(value)) return value;
  const names = isObject(value) && !(value instanceof Blob) ? Object.keys(value) : [];
  const isCounted = names.length > 0 && names.every((name, index) => name === String(index));
  return isCounted ? Object.values(value as FieldValues) : [value];
}

/** Equal for equal values, whatever the order of their fields. Deeper values, which are refused elsewhere, count as equal. */
function printCanonical(value: unknown, depth = 0): string {
  if (depth > maxDepth) return "true";
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const print = (part: unknown): string => printCanonical(part, depth + 1);
  if (Array.isArray(value)) return `[${value.map(print).join()}]`;
  const fields = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${fields.map(([name, part]) => `${JSON.stringify(name)}:${print(part)}`).join()}}`;
}

export function makeObject(row: RowOf<"object">, find: Find, formats: Formats): Read {
  const { fields, rest } = row;
  const reads = fields.map(([, field]) => find(field));
  const known = new Set(fields.map(([name]) => name));
  const readRest = rest === undefined || rest === false ? undefined : find(rest);
  return (value, run, depth) => {
    if (!isObject(value)) return run.break(row, depth, ["type"], "must be object");
    if (isTooDeep(row, run, depth)) return undefined;
    const { fill, dropped } = run.options;
    const start = run.findings.length;
    const copy: FieldValues = {};
    let missing = 0;
    for (const [index, [name, , presence, fallback]] of fields.entries()) {
      // Properties that every object inherits are not fields.
      const isInherited = name in Object.prototype && !Object.hasOwn(value, name);
      const given = isInherited ? undefined : value[name];
      run.path[depth] = name;
      if (given !== undefined) {
        const part = (reads[index] as Read)(given, run, depth + 1);
        if (part !== undefined) put(copy, name, part);
      } else if (fill && fallback !== undefined) {
        put(copy, name, readDefault(fallback, reads[index] as Read));
      } else if (presence) {
        const basis = row.presence?.[name];
        const annotations = basis ? { basis: { required: basis } } : {};
        run.break(annotations, depth + 1, ["required"], "is required", start + missing);
        missing++;
      }
      if (run.isOver) return undefined;
    }
    if (readRest) copyOthers(value, copy, readRest, run, depth, known);
    else if (rest === false || dropped) leaveOut(row, value, known, run, depth);
    if (row.formats) checkFormats(row, copy, formats, run, depth);
    return copy;
  };
}

/** A default as a program gets it: a number may be a `bigint`. */
function readDefault(fallback: unknown, read: Read): unknown {
  return typeof fallback === "number"
    ? (read(fallback, new Run({}), 0) ?? fallback)
    : structuredClone(fallback);
}

export function makeRecord(row: RowOf<"record">, find: Find): Read {
  const read = find(row.values);
  return (value, run, depth) => {
    if (!isObject(value)) return run.break(row, depth, ["type"], "must be object");
    return isTooDeep(row, run, depth) ? undefined : copyOthers(value, {}, read, run, depth);
  };
}

/** Copies the fields of an object that are not known. */
function copyOthers(
  value: FieldValues,
  copy: FieldValues,
  read: Read,
  run: Run,
  depth: number,
  known?: ReadonlySet<string>,
): FieldValues {
  for (const name of Object.keys(value)) {
    if (known?.has(name)) continue;
    const given = value[name];
    if (given === undefined) continue;
    run.path[depth] = name;
    if (run.options.isInvalidString?.(name)) run.break({}, depth, ["text"], invalidString);
    put(copy, name, read(given, run, depth + 1));
    if (run.isOver) break;
  }
  return copy;
}

/** Sets a field, also one whose name would otherwise set the prototype. */
export function put(copy: FieldValues, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(copy, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else copy[name] = value;
}

/** Whether an object has fields besides those of its copy. */
export function hasOthers(value: FieldValues, copy: FieldValues): boolean {
  for (const name in value) {
    if (Object.hasOwn(copy, name) || !Object.hasOwn(value, name)) continue;
    if (value[name] !== undefined) return true;
  }
  return false;
}

/** Notes the fields that an object has no place for: as left out, or as wrong. */
function leaveOut(
  row: RowOf<"object">,
  value: FieldValues,
  known: ReadonlySet<string>,
  run: Run,
  depth: number,
): void {
  for (const name of Object.keys(value)) {
    if (known.has(name) || value[name] === undefined) continue;
    run.path[depth] = name;
    if (row.rest === false)
      run.break(row, depth + 1, ["additionalProperties"], "is not known here");
    else run.options.dropped?.push(run.pathTo(depth + 1));
    if (run.isOver) return;
  }
}

function checkFormats(
  row: RowOf<"object">,
  copy: FieldValues,
  formats: Formats,
  run: Run,
  depth: number,
): void {
  for (const choice of row.formats ?? []) {
    const { name } = choice;
    const format = choice.formats[copy[choice.by] as string] ?? "";
    const test = formats[format] as ((value: string) => boolean) | undefined;
    const value = copy[name];
    if (typeof value !== "string" || !test || test(value)) continue;
    run.path[depth] = name;
    const path = run.pathTo(depth + 1);
    if (run.findings.some((finding) => finding.path === path)) continue;
    run.break(choice, depth + 1, ["format", format], describeFormat(format, formats));
  }
}

/** Copies a value of any form, as far as JSON can hold it. */
export function readUnchecked(row: Row, value: unknown, run: Run, depth: number): unknown {
  const read: Read = (part, _run, at) => readUnchecked(row, part, run, at);
  if (typeof value === "string") {
    return run.options.isInvalidString?.(value)
      ? run.break(row, depth, ["text"], invalidString)
      : value;
  }
  if (value === null || /boolean|bigint/.test(typeof value) || Number.isFinite(value)) return value;
  if (typeof value !== "object") return run.break(row, depth, ["type"], "must be a value of JSON");
  if (isTooDeep(row, run, depth)) return undefined;
  if (value instanceof Date) return value.toJSON();
  if (!Array.isArray(value)) return copyOthers(value as FieldValues, {}, read, run, depth);
  const copy: unknown[] = [];
  for (let index = 0; index < value.length && !run.isOver; index++) {
    run.path[depth] = index;
    copy.push(read(value[index], run, depth + 1));
  }
  return copy;
}
