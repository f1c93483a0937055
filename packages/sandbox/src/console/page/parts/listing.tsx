import { useState } from "preact/hooks";
import { type Listed, takePages } from "../state/control.ts";
import { language, words } from "../state/language.ts";
import { filterBy, route } from "../state/route.ts";
import { type Live, useLive } from "../state/use-live.ts";
import { Choice } from "./field.tsx";
import { Problem } from "./problem.tsx";
import { type Column, Empty, Loading, Rows } from "./rows.tsx";

type Load<Entry> = (paging: { limit: number; before?: string }) => Promise<{ items: Entry[]; next: string | null }>;

/** A list that is loaded page by page, and stays fresh. */
export function useList<Entry>(key: string, load: Load<Entry>): { list: Live<Listed<Entry>>; more: () => void } {
  const [pages, setPages] = useState({ key, count: 1 });
  const count = pages.key === key ? pages.count : 1;
  const list = useLive(key, () => takePages(count, load), count);
  return { list, more: () => setPages({ key, count: count + 1 }) };
}

interface ListingProps<Entry> {
  caption: string;
  list: Live<Listed<Entry>>;
  more: () => void;
  columns: readonly Column<Entry>[];
  href?: (entry: Entry) => string;
  empty: string;
  hint: string;
}

/** The entries of a list, or why there are none. */
export function Listing<Entry extends { id: string }>({ list, more, empty, hint, ...rows }: ListingProps<Entry>) {
  const { value, error } = list;
  const { filters, id } = route.value;
  const { showMore, noneFound } = words.value;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value && value.items.length === 0 && (
        <Empty title={isFiltered ? noneFound : empty}>{!isFiltered && <p>{hint}</p>}</Empty>
      )}
      {value && value.items.length > 0 && (
        <Rows entries={value.items} keyOf={(entry) => entry.id} current={id} {...rows} />
      )}
      {value?.hasMore && (
        <button type="button" class="more" onClick={more}>
          {showMore}
        </button>
      )}
    </>
  );
}

/** Chooses which status a list shows. */
export function StatusFilter({ statuses }: { statuses: readonly (keyof typeof words.value.statuses)[] }) {
  const { filter, all, statuses: names } = words.value;
  const { status = "" } = route.value.filters;
  const options = [["", all] as const, ...statuses.map((name) => [name, names[name]] as const)];
  return (
    <Choice
      key={language.value}
      label={filter}
      options={options}
      value={status}
      onChoose={(chosen) => filterBy({ status: chosen })}
    />
  );
}
