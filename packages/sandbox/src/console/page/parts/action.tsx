import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { changes } from "../state/connection.ts";
import { announce } from "./announce.tsx";
import { problemText } from "./problem.tsx";
import { useFocusHome } from "./use-focus-home.ts";

interface ActionProps<Result> {
  children: ComponentChildren;
  /** Calls the sandbox. */
  run: () => Promise<Result>;
  /** What is said when it is done. */
  done: string | ((result: Result) => string);
  /** Name for screen readers, where the text alone does not say on what it acts. */
  label?: string;
  class?: string | undefined;
}

/** A button that does something in the sandbox, says that it did, and keeps the focus in its place when it goes. */
export function Action<Result>({ children, run, done, label, class: style }: ActionProps<Result>) {
  const [busy, setBusy] = useState(false);
  const button = useFocusHome();
  const act = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      const result = await run();
      announce(typeof done === "string" ? done : done(result));
      changes.value++;
    } catch (error) {
      announce(problemText(error));
    }
    setBusy(false);
  };
  return (
    <button
      type="button"
      ref={button}
      class={style}
      onClick={() => void act()}
      aria-label={label}
      aria-disabled={busy || undefined}
    >
      {children}
    </button>
  );
}
