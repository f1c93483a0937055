import type { ComponentChildren } from "preact";
import { fieldName, words } from "../state/language.ts";
import { fieldKind, showField } from "./show.tsx";

/** A field of the entries, or two, one under the other: `pixKey description`; or a name and its content. */
export type TableColumn<Entry> =
  | string
  | readonly [name: string, show: (entry: Entry) => ComponentChildren];

interface RowsProps<Entry> {
  /** The name of the list, for screen readers. */
  caption: string;
  entries: readonly Entry[];
  /** The first one becomes the link of the row. */
  columns: readonly TableColumn<Entry>[];
  /** A button for each entry. */
  act?: ((entry: Entry) => ComponentChildren) | undefined;
  keyOf?: (entry: Entry) => string;
  /** Where a row leads; absent or undefined if it leads nowhere. */
  href?: (entry: Entry) => string | undefined;
  /** Key of the row that is opened. */
  current?: string | undefined;
  /** Shown if there are no entries. */
  empty?: string;
}

/** A table. Rows keep their place in the document when others come and go, so that the focus stays. */
export function DataTable<Entry extends { id?: string }>({
  caption,
  entries,
  columns,
  act,
  keyOf = ({ id = "" }) => id,
  href,
  current,
  empty,
}: RowsProps<Entry>) {
  if (entries.length === 0 && empty !== undefined) return <p class="card quiet">{empty}</p>;
  const shown = columns.map(toColumn);
  return (
    <table class={href && "linked"}>
      <caption class="unseen">{caption}</caption>
      <thead>
        <tr>
          {shown.map(({ name, kind }) => (
            <th key={name} scope="col" class={kind}>
              {name}
            </th>
          ))}
          {act && (
            <th scope="col">
              <span class="unseen">{words.value.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => {
          const key = keyOf(entry);
          const to = href?.(entry);
          return (
            <tr key={key} data-focus-home>
              {shown.map(({ name, kind, show }, index) => (
                <td key={name} class={kind} data-label={name}>
                  {to && index === 0 ? (
                    <a
                      class="row-link"
                      href={to}
                      data-row={key}
                      data-focus-here
                      aria-current={key === current}
                    >
                      {show(entry)}
                    </a>
                  ) : (
                    show(entry)
                  )}
                </td>
              ))}
              {act && <td>{act(entry)}</td>}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** How a column is named and shown; `lead` is its value without the one under it. */
export function toColumn<Entry extends object>(column: TableColumn<Entry>) {
  if (typeof column !== "string") {
    const [name, show] = column;
    return { name, kind: "text", lead: show, show };
  }
  const [path = "", under] = column.split(" ");
  const lead = (entry: Entry): ComponentChildren => showField(entry, path);
  const show = (entry: Entry): ComponentChildren =>
    under ? (
      <span class="stack">
        <span class="brief">{lead(entry) ?? "—"}</span>
        <span class="brief quiet">{showField(entry, under)}</span>
      </span>
    ) : (
      lead(entry)
    );
  return { name: fieldName(path), kind: fieldKind(path), lead, show };
}
