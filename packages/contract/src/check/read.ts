// Interprets a table of checks. One pass over a value checks it and copies what the contract knows of it: every field is read
// once, and a copy holds nothing that was not checked.
import { makeList, makeObject, makeRecord, type ObjectSkeleton, readUnchecked } from "./objects.ts";

export type { Finding, FormatCheck, Reading, ReadOptions } from "./run.ts";

import { type Find, type Formats, type Read, type Reading, type ReadOptions, Run } from "./run.ts";
import { makeBoolean, makeChoice, makeNumber, makeText } from "./scalars.ts";
import type { Row, RowOf, Table } from "./table.ts";
import { makeTagged, makeUnion } from "./unions.ts";

/** Reads a value by one row. */
export type Reader = (value: unknown, options?: ReadOptions) => Reading;

/**
 * Makes the readers of a table; each is made on first use.
 *
 * @param formats by name; a format that is not among them is not checked
 * @param skeletons of the objects by their rows, if they are printed
 */
export function makeReaders(
  table: Table,
  formats: Formats = {},
  skeletons: readonly (ObjectSkeleton | undefined)[] = [],
): (row: number) => Reader {
  const reads: Read[] = [];
  const find: Find = (index) => {
    const known = reads[index];
    if (known) return known;
    // Until it is made, for a row that holds itself.
    reads[index] = (value, run, depth) => (reads[index] as Read)(value, run, depth);
    const row = table[index] as Row;
    const make = makers[row.kind] as Maker<Row>;
    const read = make(row, find, formats, skeletons[index]);
    reads[index] = read;
    return read;
  };
  return (row) => {
    const read = find(row);
    return (value, options = {}) => {
      const run = new Run(options);
      return { value: read(value, run, run.path.length), findings: run.findings };
    };
  };
}

type Maker<Kind> = (
  row: Kind,
  find: Find,
  formats: Formats,
  skeleton: ObjectSkeleton | undefined,
) => Read;

const makers: { [Kind in Row["kind"]]: Maker<RowOf<Kind>> } = {
  any: (row) => (value, run, depth) => readUnchecked(row, value, run, depth),
  boolean: makeBoolean,
  text: makeText,
  number: makeNumber,
  choice: makeChoice,
  list: makeList,
  record: makeRecord,
  object: makeObject,
  tagged: makeTagged,
  union: makeUnion,
  nullable: makeNullable,
};

function makeNullable(row: RowOf<"nullable">, find: Find): Read {
  const read = find(row.of);
  return (value, run, depth) =>
    value === null || (value === "" && run.options.coerce) ? null : read(value, run, depth);
}
