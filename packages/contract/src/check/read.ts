// Interprets a table of checks. One pass over a value checks it and copies the fields that the contract knows: every field is read
// once, and a copy holds nothing that was not checked.
import { hasOthers, makeArray, makeObject, makeRecord, readUnchecked } from "./objects.ts";

export type { CheckOptions, FormatCheck, Reading, ValueViolation } from "./run.ts";

import {
  type CheckOptions,
  type Find,
  type Formats,
  isObject,
  type Read,
  type Reading,
  Run,
} from "./run.ts";
import { hasLength, makeBoolean, makeEnum, makeNumber, makeString } from "./scalars.ts";
import type { CheckTable, Row, RowOf } from "./table.ts";
import { makeDiscriminated, makeUnionReader } from "./unions.ts";

/** Reads a value by one row. */
export type Reader = (value: unknown, options?: CheckOptions) => Reading;

/** Copies a value; undefined if it does not fit, or has fields that are to be reported. */
export type FastRead = (value: unknown, options: CheckOptions) => unknown;

/** The functions that printed code calls. */
export interface ReadTools {
  formats: Formats;
  hasLength: typeof hasLength;
  hasOthers: typeof hasOthers;
  isObject: typeof isObject;
  /** Gives a function for a row that has no printed one. */
  interpret(row: number): FastRead;
}

/** Makes the printed functions of a table, by row: the generator prints them. */
export type PrintedReads = (tools: ReadTools) => Readonly<Record<number, FastRead>>;

/**
 * Makes the readers of a table; each is made on first use.
 *
 * @param formats by name; a format that is not among them is not checked
 * @param print functions for values that fit, if they are printed
 */
export function makeReaders(
  table: CheckTable,
  formats: Formats = {},
  print: PrintedReads = () => ({}),
): (row: number) => Reader {
  const reads: Read[] = [];
  const find: Find = (index) => {
    const known = reads[index];
    if (known) return known;
    // Until it is made, for a row that holds itself.
    reads[index] = (value, run, depth) => (reads[index] as Read)(value, run, depth);
    const row = table[index] as Row;
    const make = makers[row.kind] as Maker<Row>;
    const read = make(row, find, formats);
    reads[index] = read;
    return read;
  };
  const interpret = (row: number): FastRead => {
    const read = find(row);
    return (value, { fill = false, dropped }) => {
      const own = dropped && [];
      const run = new Run({ fill, maxFindings: 1, ...(own && { dropped: own }) });
      const copy = read(value, run, 0);
      return run.findings.length > 0 || own?.length ? undefined : copy;
    };
  };
  const printed = print({ formats, hasLength, hasOthers, isObject, interpret });
  return (row) => {
    const read = find(row);
    const fast = printed[row];
    const hasOnlyStringFields = hasOnlyStrings(table, row);
    return (value, options = {}) => {
      const isPlain = hasOnlyStringFields || !options.coerce;
      if (fast && isPlain && !options.isInvalidString) {
        const copy = fast(value, options);
        if (copy !== undefined) return { value: copy, findings: [], mismatches: [] };
      }
      const run = new Run(options);
      const { findings, mismatches } = run;
      return { value: read(value, run, run.path.length), findings, mismatches };
    };
  };
}

/** Whether the fields of an object are strings, which are the same in a URL. */
function hasOnlyStrings(table: CheckTable, index: number): boolean {
  const row = table[index];
  return row?.kind === "object" && row.fields.every(([, field]) => table[field]?.kind === "string");
}

type Maker<Kind> = (row: Kind, find: Find, formats: Formats) => Read;

const makers: { [Kind in Row["kind"]]: Maker<RowOf<Kind>> } = {
  file: (row) => (value, run, depth) =>
    value instanceof Blob ? value : run.break(row, depth, ["type"], "must be a file"),
  any: (row) => (value, run, depth) => readUnchecked(row, value, run, depth),
  boolean: makeBoolean,
  string: makeString,
  number: makeNumber,
  enum: makeEnum,
  array: makeArray,
  record: makeRecord,
  object: makeObject,
  discriminated: makeDiscriminated,
  union: makeUnionReader,
  nullable: makeNullable,
};

function makeNullable(row: RowOf<"nullable">, find: Find): Read {
  const read = find(row.of);
  return (value, run, depth) =>
    value === null || (value === "" && run.options.coerce) ? null : read(value, run, depth);
}
