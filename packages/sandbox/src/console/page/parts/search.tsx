import { useEffect, useId, useState } from "preact/hooks";
import { callWith } from "../state/control.ts";
import { words } from "../state/language.ts";
import { filterBy, go, linkTo, type PageName, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { lists } from "./lists.ts";
import { formatMoney } from "./money.ts";

/** Milliseconds after the last letter. */
const typingPauseMs = 250;

/** Finds objects of every kind by identifier or words, and filters the list of the page. The key `/` leads to it. */
export function Search() {
  const id = useId();
  const { view, filters } = route.value;
  const { search = "" } = filters;
  const { search: label, views, noneFound } = words.value;
  const [typed, setTyped] = useState(search);
  const [query, setQuery] = useState("");
  const { value: found } = useLive(`search ${query}`, () => findObject(query));
  useEffect(() => setTyped(search), [view]);
  useEffect(() => {
    const timer = setTimeout(() => {
      setQuery(typed.trim());
      if (typed.trim() !== search && view in lists) filterBy({ search: typed.trim() });
    }, typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== "/" || (event.target as Element).closest("input, select, dialog")) return;
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, []);
  const openFirst = (event: Event): void => {
    event.preventDefault();
    if (found?.[0]) go(linkTo(found[0].view, found[0].id));
    setTyped("");
  };
  return (
    <form class="search" onSubmit={openFirst}>
      <label for={id} class="unseen">
        {label}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={`${label} (/)`}
        maxLength={200}
        autocomplete="off"
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {query && found && (
        <div class="card" role="status">
          <ul class="list">
            {found.map((one) => (
              <li key={one.id} class="stack">
                <a href={linkTo(one.view, one.id)} onClick={() => setTyped("")}>
                  {views[one.view]} <code>{one.id}</code>
                </a>
                <bdi class="brief quiet">{one.about}</bdi>
              </li>
            ))}
          </ul>
          {found.length === 0 && noneFound}
        </div>
      )}
    </form>
  );
}

interface SearchResult {
  id: string;
  amount?: number;
  customer?: { name: string };
  [field: string]: unknown;
}

/** The newest five of each kind. */
async function findObject(search: string) {
  if (!search) return [];
  const found = await Promise.all(
    Object.entries(lists).map(async ([name, { list, about }]) => {
      const { items } = await callWith<{ items: SearchResult[] }>(list, { search, limit: 5 });
      return items.map(({ id, amount, customer, ...rest }) => {
        const money = amount === undefined ? "" : `${formatMoney(amount)} · `;
        return { view: name as PageName, id, about: `${money}${rest[about] || customer?.name}` };
      });
    }),
  );
  return found.flat();
}
