import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { callWith, findOperation, type OperationId } from "../state/control.ts";
import { fieldName, readerLanguage, words } from "../state/language.ts";
import { filterBy, linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { FormField } from "./fields.tsx";
import { lists } from "./lists.ts";
import { formatMoney } from "./money.ts";
import { asksFirst, type OfferedOperation, OperationButton } from "./operation.tsx";
import { Detail, Page } from "./page.tsx";
import { WhenLoaded } from "./problem.tsx";
import { DataTable, type TableColumn, toColumn } from "./rows.tsx";
import { type Fact, Facts, RawJson, Status } from "./show.tsx";
import { Timeline } from "./timeline.tsx";

/** Fields that the entries of all lists have, or of some. */
interface Listed {
  id: string;
  amount?: number;
  event?: string;
  status?: unknown;
}

interface ListingProps<Entry extends Listed, Whole extends Entry> {
  view: keyof typeof lists & keyof typeof words.value.empty;
  /** The first one is the title of an entry that is opened, beside its status. */
  columns: readonly [TableColumn<Entry>, ...TableColumn<Entry>[]];
  /** Buttons of the page as a whole. */
  actions: ComponentChildren;
  /** Operations that an entry allows: the first one without a dialog stands in the list, too. */
  operations?: (entry: Entry) => readonly OfferedOperation[];
  /** Fields of an entry that is opened. */
  facts: (entry: Whole) => readonly Fact[];
  /** Content of an entry that is opened, above its fields. */
  top?: (entry: Whole) => ComponentChildren;
  /** Content under its fields. */
  children?: (entry: Whole) => ComponentChildren;
}

/** A page with a list that is searched, filtered and loaded page by page, and the entry that is opened. */
export function Listing<Entry extends Listed, Whole extends Entry = Entry>(
  props: ListingProps<Entry, Whole>,
) {
  const { view, actions } = props;
  const { id, filters } = route.value;
  return (
    <Page
      actions={
        <>
          <StatusFilter operation={lists[view].list} />
          {actions}
        </>
      }
      detail={id && <OpenEntry key={id} {...props} id={id} />}
    >
      <PagedEntries key={JSON.stringify(filters)} {...props} />
    </Page>
  );
}

/** The first pages of the list, and a button that loads one more. */
function PagedEntries<Entry extends Listed>({
  view,
  columns,
  operations,
}: Pick<ListingProps<Entry, Entry>, "view" | "columns" | "operations">) {
  const { id, filters } = route.value;
  const { views, empty, noneFound, showMore } = words.value;
  const [count, setCount] = useState(1);
  const load = async () => {
    const items: Entry[] = [];
    let before: string | null | undefined;
    for (let page = 0; page < count && before !== null; page++) {
      const query = { ...filters, limit: 50, before: before ?? undefined };
      const loaded = await callWith<{ items: Entry[]; next: string | null }>(
        lists[view].list,
        query,
      );
      items.push(...loaded.items);
      before = loaded.next;
    }
    return { items, hasMore: before !== null };
  };
  return (
    <WhenLoaded of={useLive(view, load, count)}>
      {({ items, hasMore }) => (
        <>
          <DataTable
            caption={views[view]}
            entries={items}
            href={(entry) => linkTo(view, entry.id, filters)}
            current={id}
            columns={columns}
            act={
              operations &&
              ((entry) => {
                const [first] = operations(entry).filter((operation) => !asksFirst(operation));
                return first && <Operations of={entry} ids={[first]} class="small" />;
              })
            }
            empty={Object.keys(filters).length > 0 ? noneFound : empty[view]}
          />
          {hasMore && (
            <button type="button" onClick={() => setCount(count + 1)}>
              {showMore}
            </button>
          )}
        </>
      )}
    </WhenLoaded>
  );
}

function OpenEntry<Entry extends Listed, Whole extends Entry>({
  id,
  view,
  columns,
  operations,
  top,
  facts,
  children,
}: ListingProps<Entry, Whole> & { id: string }) {
  const live = useLive(id, () => callWith<Whole>(lists[view].read, { id }));
  const { value } = live;
  return (
    <Detail
      title={
        value === undefined ? (
          id
        ) : (
          <>
            {toColumn(columns[0]).lead(value)} <Status of={String(value.status)} />
          </>
        )
      }
    >
      <WhenLoaded of={live}>
        {(entry) => (
          <>
            {operations && <Operations of={entry} ids={operations(entry)} />}
            {top?.(entry)}
            <Facts of={entry} show={facts(entry)} />
            {view !== "requests" && <Timeline id={id} />}
            {children?.(entry)}
            <RawJson value={entry} />
          </>
        )}
      </WhenLoaded>
    </Detail>
  );
}

interface OperationsProps {
  of: Listed;
  ids: readonly OfferedOperation[];
  class?: "main" | "small";
}

/** Buttons for operations on an object, the first one in colour. */
function Operations({ of: { id, amount, event }, ids, class: style = "main" }: OperationsProps) {
  const about = amount === undefined ? `${event} ${id}` : formatMoney(amount);
  return (
    <div class="buttons">
      {ids.map((operation, index) => (
        <OperationButton
          key={operation}
          id={operation}
          on={{ id }}
          about={about}
          {...(index === 0 && { class: style })}
        />
      ))}
    </div>
  );
}

/** Chooses a value of the operation's parameter that lists values. */
function StatusFilter({ operation }: { operation: OperationId }) {
  const { all, statuses, outcomes } = words.value;
  const names: Readonly<Record<string, string>> = { ...statuses, ...outcomes };
  return Object.entries(findOperation(operation).query).map(
    ([name, { options }]) =>
      options && (
        <FormField
          key={`${name} ${readerLanguage.value}`}
          label={fieldName("status")}
          options={[["", all], ...options.map((value) => [value, names[value] ?? value] as const)]}
          value={route.value.filters[name] ?? ""}
          onChoose={(chosen) => filterBy({ [name]: chosen })}
        />
      ),
  );
}
