import { type ComponentChildren, createContext } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { changes } from "../state/connection.ts";
import { ControlError } from "../state/control.ts";
import { inLanguage } from "../words/translate.ts";
import { announce } from "./announce.tsx";
import { Problem } from "./problem.tsx";
import { InputError } from "./read-form.ts";

/** What is wrong with the fields of a form, by their names. */
export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

interface FormProps {
  class?: string;
  /** Sends what was typed, and gives the sentence that is said when it is done; empty for none. */
  onSubmit: (values: FormData) => Promise<string>;
  onDone?: () => void;
  /** Names of fields by what the control plane calls them, where the two differ. */
  names?: Readonly<Record<string, string>>;
  children: ComponentChildren;
  /** What ends the form; `busy` while it is being sent. */
  buttons: (busy: boolean) => ComponentChildren;
}

/** A form. What is wrong with a field is said at the field, until it is typed into; the rest at the end. */
export function Form({ class: style = "form", onSubmit, onDone, names = {}, children, buttons }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const form = useRef<HTMLFormElement>(null);
  const send = async (element: HTMLFormElement): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    setWrong(new Map());
    try {
      const sentence = await onSubmit(new FormData(element));
      changes.value++;
      setBusy(false);
      onDone?.();
      if (sentence) announce(sentence);
    } catch (problem) {
      const { ofFields, rest } = sortOut(problem, names, element);
      setWrong(ofFields);
      setError(rest);
      setBusy(false);
    }
  };
  const forget = (name: string | undefined): void => {
    if (name && wrong.has(name)) setWrong(new Map([...wrong].filter(([known]) => known !== name)));
  };
  useEffect(() => {
    const first = [...wrong.keys()][0];
    const field = first === undefined ? undefined : form.current?.elements.namedItem(first);
    if (!(field instanceof HTMLElement)) return;
    field.closest("details")?.setAttribute("open", "");
    // Only where it has just come up: while it is being mended, the focus stays.
    if (!form.current?.contains(document.activeElement) || document.activeElement?.tagName === "BUTTON") field.focus();
  }, [wrong]);
  return (
    <FieldErrors.Provider value={wrong}>
      <form
        class={style}
        ref={form}
        onInput={({ target }) =>
          forget(target instanceof Element ? (target.getAttribute("name") ?? undefined) : undefined)
        }
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {children}
        <Problem error={error} />
        {buttons(busy)}
      </form>
    </FieldErrors.Provider>
  );
}

/** What is wrong with the form's own fields, and what is left of an error. */
function sortOut(error: unknown, names: Readonly<Record<string, string>>, form: HTMLFormElement) {
  const ofFields = new Map<string, string>();
  if (error instanceof InputError) {
    ofFields.set(error.field, error.message);
    return { ofFields, rest: undefined };
  }
  if (!(error instanceof ControlError)) return { ofFields, rest: error };
  for (const { path, message } of error.fields) {
    const name = names[path] ?? path;
    if (form.elements.namedItem(name)) ofFields.set(name, inLanguage(message));
  }
  const isAllShown = error.fields.length > 0 && ofFields.size === error.fields.length;
  return { ofFields, rest: isAllShown ? undefined : error };
}
