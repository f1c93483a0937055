import { makeReaders, type PrintedReads } from "@packages/contract/src/check/read.ts";
import type { Formats } from "@packages/contract/src/check/run.ts";
import type { CheckTable } from "@packages/contract/src/check/table.ts";
import { printReads } from "../../packages/generator/src/server/print-reads.ts";

/** Readers of a table with printed functions, as a generated server has them, and how many values these have copied. */
export function makePrintedReaders(table: CheckTable, row: number, formats: Formats = {}) {
  const found = { copies: 0 };
  const make = new Function(`return ${printReads(table, formats, [row])}`)() as PrintedReads;
  const print: PrintedReads = (tools) => {
    const reads = make(tools);
    const read = reads[row];
    if (!read) return reads;
    return {
      ...reads,
      [row]: (value, options) => {
        const copy = read(value, options);
        if (copy !== undefined) found.copies += 1;
        return copy;
      },
    };
  };
  return { read: makeReaders(table, formats, print)(row), found };
}
