import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import {
  callWith,
  type OperationId,
  operationOf,
  type Result,
  type Schemas,
} from "../state/control.ts";
import { fieldName, language, words } from "../state/language.ts";
import { type Filters, filterBy, linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { Field } from "./fields.tsx";
import { lists } from "./lists.ts";
import { Detail, Page } from "./page.tsx";
import { type ColumnOrField, Loaded, Rows } from "./rows.tsx";

interface Entries {
  charges: Schemas["Charge"];
  transfers: Schemas["Transfer"];
  webhooks: Schemas["Webhook"];
  notifications: Schemas["NotificationEntry"];
  requests: Schemas["RequestEntry"];
}

/** The result of reading one of them. */
type Whole = { [View in keyof Entries]: Result<(typeof lists)[View]["read"]> };

interface ListingProps<View extends keyof Entries> {
  view: View;
  columns: readonly ColumnOrField<Entries[View]>[];
  actions: ComponentChildren;
  /** Title of an entry that is opened. */
  title: (value: Whole[View]) => ComponentChildren;
  /** Content of an entry that is opened. */
  children: (value: Whole[View]) => ComponentChildren;
}

/** A page with a list that is searched, filtered and loaded page by page, and the entry that is opened. */
export function Listing<View extends keyof Entries>({
  view,
  columns,
  actions,
  title,
  children,
}: ListingProps<View>) {
  const { id, filters } = route.value;
  const { views, empty, noneFound, showMore } = words.value;
  const { list, more } = useList(view, filters);
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <Page
      title={views[view]}
      actions={
        <>
          <StatusFilter operation={lists[view].list} />
          {actions}
        </>
      }
      detail={id && <Entry key={id} id={id} view={view} title={title} content={children} />}
    >
      <Loaded of={list}>
        {({ items, hasMore }) => (
          <>
            <Rows
              caption={views[view]}
              entries={items}
              keyOf={(entry) => entry.id}
              href={(entry) => linkTo(view, entry.id, filters)}
              current={id}
              columns={columns}
              empty={isFiltered ? noneFound : empty[view]}
            />
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

interface EntryProps<View extends keyof Entries>
  extends Pick<ListingProps<View>, "view" | "title"> {
  id: string;
  content: ListingProps<View>["children"];
}

function Entry<View extends keyof Entries>({ id, view, title, content }: EntryProps<View>) {
  const live = useLive<Whole[View]>(
    `${view} ${id}`,
    async () => (await callWith(lists[view].read, { id })) as Whole[View],
  );
  return (
    <Detail id={id} of={live} title={title}>
      {content}
    </Detail>
  );
}

/** The first pages of a list, and how to load one more. */
function useList<View extends keyof Entries>(view: View, filters: Filters) {
  const key = `${view} ${JSON.stringify(filters)}`;
  const [pages, setPages] = useState({ key, count: 1 });
  const count = pages.key === key ? pages.count : 1;
  const load = async () => {
    const items: Entries[View][] = [];
    let before: string | null | undefined;
    for (let page = 0; page < count && before !== null; page++) {
      const query = { ...filters, limit: 50, before: before ?? undefined };
      const loaded = (await callWith(lists[view].list, query)) as {
        items: Entries[View][];
        next: string | null;
      };
      items.push(...loaded.items);
      before = loaded.next;
    }
    return { items, hasMore: before !== null };
  };
  const list = useLive(key, load, count);
  return { list, more: () => setPages({ key, count: count + 1 }) };
}

/** Chooses a value of the operation's parameter that lists values. */
function StatusFilter({ operation }: { operation: OperationId }) {
  const { all, statuses, outcomes } = words.value;
  const names: Readonly<Record<string, string>> = { ...statuses, ...outcomes };
  return Object.entries(operationOf(operation).query).map(
    ([name, { options }]) =>
      options && (
        <Field
          key={`${name} ${language.value}`}
          label={fieldName("status")}
          options={[["", all], ...options.map((value) => [value, names[value] ?? value] as const)]}
          value={route.value.filters[name as keyof Filters] ?? ""}
          onChoose={(chosen) => filterBy({ [name]: chosen })}
        />
      ),
  );
}
