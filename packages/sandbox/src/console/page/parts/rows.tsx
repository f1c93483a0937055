import type { ComponentChildren } from "preact";
import { words } from "../state/language.ts";
import type { Live } from "../state/use-live.ts";
import { Problem } from "./problem.tsx";

/** A column of a table. */
export interface Column<Entry> {
  name: string;
  show: (entry: Entry) => ComponentChildren;
  /** `number` is set to the right, `wide` takes what is left, `act` is for buttons. */
  kind?: "number" | "wide" | "act";
}

interface RowsProps<Entry> {
  /** What is listed, for screen readers. */
  caption: string;
  entries: readonly Entry[];
  /** The first one becomes the link of the row. */
  columns: readonly Column<Entry>[];
  keyOf: (entry: Entry) => string;
  /** Where a row leads; absent or undefined where it leads nowhere. */
  href?: (entry: Entry) => string | undefined;
  /** Key of the row that is opened. */
  current?: string | undefined;
  /** Shown where there are no entries. */
  empty?: string;
}

/** A table. Rows keep their place in the document when others come and go, so that the focus stays. */
export function Rows<Entry>({
  caption,
  entries,
  columns,
  keyOf,
  href,
  current,
  empty,
}: RowsProps<Entry>) {
  if (entries.length === 0 && empty !== undefined) {
    return <p class="empty">{empty}</p>;
  }
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
