import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { operationOf } from "../contract.ts";
import type { View } from "../names.ts";
import {
  type Charge,
  callWith,
  type NotificationEntry,
  type OperationId,
  type RequestEntry,
  type Transfer,
} from "../state/control.ts";
import { language, words } from "../state/language.ts";
import { type Filters, filterBy, linkTo, route } from "../state/route.ts";
import { type Live, useLive } from "../state/use-live.ts";
import { Choice } from "./fields.tsx";
import { Page } from "./page.tsx";
import { type Column, Empty, Loaded, Rows } from "./rows.tsx";

/** What the lists list. */
interface Entries {
  listCharges: Charge;
  listTransfers: Transfer;
  listNotifications: NotificationEntry;
  listRequests: RequestEntry;
}
type ListId = keyof Entries;

interface ListingProps<Id extends ListId> {
  view: View;
  operation: Id;
  columns: readonly Column<Entries[Id]>[];
  empty: string;
  hint: string;
  actions: ComponentChildren;
  detail: (id: string) => ComponentChildren;
}

/** A page with a list that is searched, filtered and loaded page by page, and what is opened of it. */
export function Listing<Id extends ListId>(props: ListingProps<Id>) {
  const { view, operation, columns, empty, hint, actions, detail } = props;
  const { id, filters } = route.value;
  const { views, noneFound, showMore } = words.value;
  const { list, more } = useList(operation, filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={views[view]}
      actions={
        <>
          <Search />
          <StatusFilter operation={operation} />
          {actions}
        </>
      }
      detail={id && detail(id)}
    >
      <Loaded of={list}>
        {({ items, hasMore }) => (
          <>
            {items.length === 0 && <Empty title={isFiltered ? noneFound : empty}>{!isFiltered && <p>{hint}</p>}</Empty>}
            {items.length > 0 && (
              <Rows
                caption={views[view]}
                entries={items}
                keyOf={(entry) => entry.id}
                href={(entry) => linkTo(view, entry.id, filters)}
                current={id}
                columns={columns}
              />
            )}
            {hasMore && (
              <button type="button" class="more" onClick={more}>
                {showMore}
              </button>
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface Listed<Entry> {
  items: Entry[];
  hasMore: boolean;
}

/** The first pages of a list, and how to load one more. */
function useList<Id extends ListId>(operation: Id, filters: Filters) {
  const key = `${operation} ${JSON.stringify(filters)}`;
  const [pages, setPages] = useState({ key, count: 1 });
  const count = pages.key === key ? pages.count : 1;
  const load = async (): Promise<Listed<Entries[Id]>> => {
    const items: Entries[Id][] = [];
    let before: string | null | undefined;
    for (let page = 0; page < count && before !== null; page++) {
      const query = { ...filters, limit: 50, before: before ?? undefined };
      const loaded = (await callWith(operation, query)) as { items: Entries[Id][]; next: string | null };
      items.push(...loaded.items);
      before = loaded.next;
    }
    return { items, hasMore: before !== null };
  };
  const list: Live<Listed<Entries[Id]>> = useLive(key, load, count);
  return { list, more: () => setPages({ key, count: count + 1 }) };
}

/** Chooses a value of the operation's parameter that lists values. */
function StatusFilter({ operation }: { operation: OperationId }) {
  const { filter, all, statuses, outcomes } = words.value;
  const names: Readonly<Record<string, string>> = { ...statuses, ...outcomes };
  return Object.entries(operationOf(operation).query).map(
    ([name, { options }]) =>
      options && (
        <Choice
          key={`${name} ${language.value}`}
          label={filter}
          options={[["", all], ...options.map((value) => [value, names[value] ?? value] as const)]}
          value={route.value.filters[name as keyof Filters] ?? ""}
          onChoose={(chosen) => filterBy({ [name]: chosen })}
        />
      ),
  );
}

/** Milliseconds after the last letter. */
const pause = 250;

/** Searches the list of the page. The key `/` leads to it. */
function Search() {
  const id = useId();
  const { search = "" } = route.value.filters;
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => filterBy({ search: typed.trim() }), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping = event.target instanceof Element && event.target.closest("input, select, dialog");
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [id]);
  return (
    <div class="field search">
      <label for={id} class="unseen">
        {words.value.search}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={`${words.value.search} (/)`}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}
