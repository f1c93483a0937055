import { useEffect, useId, useState } from "preact/hooks";
import { callWith, type OperationId } from "../state/control.ts";
import { words } from "../state/language.ts";
import type { View } from "../state/route.ts";
import { filterBy, go, linkTo, route } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { formatMoney } from "./money.ts";

/** Milliseconds after the last letter. */
const pause = 250;

/** What is searched: the page, its list, and the field that is shown of an entry next to an amount. */
const places: readonly (readonly [view: View, list: OperationId, about: string])[] = [
  ["charges", "listCharges", "description"],
  ["transfers", "listTransfers", "pixKey"],
  ["notifications", "listNotifications", "event"],
  ["webhooks", "listWebhooks", "url"],
  ["requests", "listRequests", "path"],
  ["companies", "listCompanies", "name"],
];

/** Finds objects of every kind by identifier or text, and filters the list of the page. The key `/` leads to it. */
export function Search() {
  const id = useId();
  const { view, filters } = route.value;
  const { search = "" } = filters;
  const { search: label, views, noneFound } = words.value;
  const [typed, setTyped] = useState(search);
  const [text, setText] = useState("");
  const { value: found } = useLive(`search ${text}`, () => find(text));
  useEffect(() => setTyped(search), [view]);
  useEffect(() => {
    const timer = setTimeout(() => {
      setText(typed.trim());
      if (typed.trim() !== search && places.some(([name]) => name === view))
        filterBy({ search: typed.trim() });
    }, pause);
    return () => clearTimeout(timer);
  }, [typed]);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, select, dialog");
      if (event.key !== "/" || isTyping) return;
      event.preventDefault();
      document.getElementById(id)?.focus();
    };
    addEventListener("keydown", focus);
    return () => removeEventListener("keydown", focus);
  }, [id]);
  const openFirst = (event: Event): void => {
    event.preventDefault();
    if (found?.[0]) go(found[0].href);
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
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      {text && found && (
        <div class="card" role="status">
          <ul class="list">
            {found.map((one) => (
              <li key={one.href} class="stack">
                <a href={one.href} onClick={() => setTyped("")}>
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

/** What is shown of an entry, whatever it is. */
interface Found {
  id: string;
  amount?: number;
  customer?: { name: string };
}

/** The newest five of each kind. */
async function find(search: string) {
  if (!search) return [];
  const lists = await Promise.all(
    places.map(async ([view, list, about]) => {
      const { items } = (await callWith(list, { search, limit: 5 })) as unknown as {
        items: Found[];
      };
      return items.map((one) => {
        const amount = one.amount === undefined ? [] : [formatMoney(one.amount)];
        const shown = [...amount, String(one[about as "id"] || one.customer?.name || "")]
          .filter(Boolean)
          .join(" · ");
        return { view, id: one.id, about: shown, href: linkTo(view, one.id) };
      });
    }),
  );
  return lists.flat();
}
