import { useEffect, useId, useState } from "preact/hooks";
import { words } from "../state/language.ts";
import { filterBy, route } from "../state/route.ts";

/** Milliseconds after the last letter. */
const pause = 250;

/** Searches the list of the page. */
export function Search() {
  const id = useId();
  const { search = "" } = route.value.filters;
  const [typed, setTyped] = useState(search);
  useEffect(() => {
    if (typed.trim() === search) return;
    const timer = setTimeout(() => filterBy({ search: typed.trim() }), pause);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div class="field search">
      <label for={id} class="unseen">
        {words.value.search}
      </label>
      <input
        id={id}
        type="search"
        value={typed}
        placeholder={words.value.search}
        maxLength={200}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
    </div>
  );
}
