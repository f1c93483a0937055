import type { Page } from "./types.ts";

/** Which part of a list is wanted. */
export interface Paging {
  /** 1 to 200; 50 if absent. */
  limit?: number;
  /** `next` of the page before. */
  before?: string;
}

/**
 * Reads a page of rows, newest first: identifiers sort by age.
 *
 * @param read reads so many rows, from the greatest identifier that is smaller than `before`
 */
export async function readPage<Row extends { id: string }, Item>(
  { limit = 50, before }: Paging,
  read: (limit: number, before: string | undefined) => Promise<Row[]>,
  view: (row: Row) => Item,
): Promise<Page<Item>> {
  const rows = await read(limit + 1, before);
  const shown = rows.slice(0, limit);
  return { items: shown.map((row) => view(row)), next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null };
}
