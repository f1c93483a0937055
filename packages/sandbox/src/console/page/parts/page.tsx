import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { language, words } from "../state/language.ts";
import { go, linkTo, route } from "../state/route.ts";
import type { Live } from "../state/use-live.ts";
import { Loaded } from "./rows.tsx";
import { RawJson } from "./show.tsx";

interface PageProps {
  title: string;
  /** Controls of the page as a whole, at the right of its title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
  /** The open entry of its list. */
  detail?: ComponentChildren;
}

/** A page: its heading, its content, and next to it what is opened. On a phone what is opened takes its place. */
export function Page({ title, actions, children, detail }: PageProps) {
  const { view, id } = route.value;
  const before = useRef(id);
  useEffect(() => {
    const closed = before.current;
    before.current = id;
    if (id === undefined && closed !== undefined) {
      document.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)?.focus();
    }
  }, [id]);
  // With the heading, not a moment after it.
  useLayoutEffect(() => {
    document.title = `${title} · PIX Sandbox`;
  }, [title, language.value]);
  return (
    <div class={detail ? "page with-detail" : "page"} data-view={view}>
      <section class="list" data-focus-home>
        <div class="head">
          <h1 tabIndex={-1} data-focus-here>
            {title}
          </h1>
          {actions && <div class="buttons">{actions}</div>}
        </div>
        {children}
      </section>
      {detail}
    </div>
  );
}

interface DetailProps<Value> {
  id: string;
  of: Live<Value>;
  title: (value: Value) => ComponentChildren;
  children: (value: Value) => ComponentChildren;
}

/** The open entry of a list, with its JSON. It takes the focus; Escape closes it. */
export function Detail<Value>({ id, of, title, children }: DetailProps<Value>) {
  const { view, filters } = route.value;
  const heading = useRef<HTMLHeadingElement>(null);
  const name = useId();
  const list = linkTo(view, undefined, filters);
  useEffect(() => {
    heading.current?.focus();
  }, [id]);
  useEffect(() => {
    const close = (event: KeyboardEvent): void => {
      if (
        event.key === "Escape" &&
        !event.defaultPrevented &&
        !document.querySelector("dialog[open]")
      )
        go(list);
    };
    addEventListener("keydown", close);
    return () => removeEventListener("keydown", close);
  }, [list]);
  return (
    <section class="card detail" aria-labelledby={name} data-focus-home>
      <div class="head">
        <h2 id={name} ref={heading} tabIndex={-1} data-focus-here>
          {of.value === undefined ? id : title(of.value)}
        </h2>
        <a class="button small" href={list} aria-label={words.value.back}>
          ✕
        </a>
      </div>
      <Loaded of={of}>
        {(value) => (
          <>
            {children(value)}
            <RawJson value={value} />
          </>
        )}
      </Loaded>
    </section>
  );
}
