import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { words } from "../state/language.ts";
import { go, linkTo, route } from "../state/route.ts";

interface PageProps {
  /** Controls of the page as a whole, at the right of its title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
  /** The open entry of its list. */
  detail?: ComponentChildren;
}

/** A page: its heading, its content, and next to it the opened entry. On a phone the opened entry takes its place. */
export function Page({ actions, children, detail }: PageProps) {
  const { view, id } = route.value;
  const title = words.value.views[view];
  const before = useRef(id);
  useEffect(() => {
    const closed = before.current;
    before.current = id;
    if (id === undefined && closed !== undefined)
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
  }, [id]);
  // With the heading, not a moment after it.
  useLayoutEffect(() => {
    document.title = `${title} · PIX Sandbox`;
  }, [title]);
  return (
    <div class={detail ? "page with-detail" : "page"} data-view={view}>
      <section class="list" data-focus-home>
        <div class="head">
          <h1 tabIndex={-1} data-focus-here>
            {title}
          </h1>
          <div class="buttons">{actions}</div>
        </div>
        {children}
      </section>
      {detail}
    </div>
  );
}

interface DetailProps {
  title: ComponentChildren;
  children: ComponentChildren;
}

/** The open entry of a list. It takes the focus; Escape closes it. */
export function Detail({ title, children }: DetailProps) {
  const { view, filters } = route.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const name = useId();
  useEffect(() => {
    heading.current?.focus();
    const close = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === "Escape" && !defaultPrevented && !document.querySelector("dialog[open]"))
        go(linkTo(view, undefined, route.value.filters));
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, []);
  return (
    <section class="card" aria-labelledby={name} data-focus-home>
      <div class="head">
        <h2 id={name} ref={heading} tabIndex={-1} data-focus-here>
          {title}
        </h2>
        <a
          class="button small"
          href={linkTo(view, undefined, filters)}
          aria-label={words.value.back}
        >
          ✕
        </a>
      </div>
      {children}
    </section>
  );
}
