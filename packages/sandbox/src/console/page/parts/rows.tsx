import type { ComponentChildren } from "preact";
import { fieldName, words } from "../state/language.ts";
import type { Live } from "../state/use-live.ts";
import { Problem } from "./problem.tsx";
import { isAmount, showCell } from "./show.tsx";

/** A column of a table. */
export interface Column<Entry> {
  name: string;
  show: (entry: Entry) => ComponentChildren;
  /** `number` is set to the right, `wide` takes what is left, `act` is for buttons. */
  kind?: "number" | "wide" | "act";
}

export type ColumnOrField<Entry> = Column<Entry> | (keyof Entry & string);

function toColumn<Entry>(given: ColumnOrField<Entry>): Column<Entry> {
  if (typeof given !== "string") return given;
  const show = (entry: Entry): ComponentChildren => showCell(given, entry[given]);
  return { name: fieldName(given), show, ...(isAmount(given) && { kind: "number" }) };
}

interface RowsProps<Entry> {
  /** The name of the list, for screen readers. */
  caption: string;
  entries: readonly Entry[];
  /** Columns, or fields that are shown as they usually are. The first one becomes the link of the row. */
  columns: readonly ColumnOrField<Entry>[];
  keyOf: (entry: Entry) => string;
  /** Where a row leads; absent or undefined if it leads nowhere. */
  href?: (entry: Entry) => string | undefined;
  /** Key of the row that is opened. */
  current?: string | undefined;
  /** Shown if there are no entries. */
  empty?: string;
}

/** A table. Rows keep their place in the document when others come and go, so that the focus stays. */
export function Rows<Entry>({
  caption,
  entries,
  columns: given,
  keyOf,
  href,
  current,
  empty,
}: RowsProps<Entry>) {
  if (entries.length === 0 && empty !== undefined) {
    return <p class="empty">{empty}</p>;
  }
  const columns = given.map(toColumn);
  return (
    <table class={href && "linked"}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ name, kind }) => (
            <th key={name} scope="col" class={kind}>
              {kind === "act" ? <span class="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const key = keyOf(entry);
          const to = href?.(entry);
          return (
            <tr
              key={key}
              class={key === current ? "current" : undefined}
              data-focus-home={to !== undefined}
            >
              {columns.map(({ name, show, kind }, index) => (
                <td key={name} class={kind} data-label={kind === "act" ? undefined : name}>
                  {to && index === 0 ? (
                    <a
                      class="row-link"
                      href={to}
                      data-row={key}
                      data-focus-here
                      aria-current={key === current ? "true" : undefined}
                    >
                      {show(entry)}
                    </a>
                  ) : (
                    show(entry)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** Data that is loaded: why it is not there, that it is still to come, or what it is. */
export function Loaded<Value>({
  of,
  children,
}: {
  of: Live<Value>;
  children: (value: Value) => ComponentChildren;
}) {
  const { value, error } = of;
  return (
    <>
      <Problem error={error} />
      {value === undefined && !error && <p class="quiet">{words.value.loading}</p>}
      {value !== undefined && children(value)}
    </>
  );
}
