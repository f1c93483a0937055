import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { changes } from "../state/connection.ts";
import { ControlError } from "../state/control.ts";
import { inLanguage } from "../state/language.ts";
import { announce } from "./announce.tsx";
import { FieldErrors, InputError } from "./fields.tsx";
import { Problem } from "./problem.tsx";

export interface FormProps {
  class?: string;
  /** Sends what was typed, and gives the sentence that is said when it is done; empty for none. */
  onSubmit: (values: FormData) => Promise<string>;
  onDone?: () => void;
  onInput?: (values: FormData) => void;
  /** Text of the button that sends it. */
  submit: string;
  /** Further buttons. */
  buttons?: ComponentChildren;
  children: ComponentChildren;
}

/** A form. An error of a field stands at the field until it is typed into; others stand at the end. */
export function Form({
  class: style = "form",
  onSubmit,
  onDone,
  onInput,
  submit,
  ...rest
}: FormProps) {
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
      const { ofFields, rest } = sortOut(problem, element);
      setWrong(ofFields);
      setError(rest);
      setBusy(false);
    }
  };
  const onTyped = ({
    target,
    currentTarget,
  }: {
    target: EventTarget | null;
    currentTarget: HTMLFormElement;
  }): void => {
    const name = target instanceof Element ? target.getAttribute("name") : null;
    if (name && wrong.has(name)) setWrong(new Map([...wrong].filter(([known]) => known !== name)));
    onInput?.(new FormData(currentTarget));
  };
  useEffect(() => {
    const first = [...wrong.keys()][0];
    const field = first === undefined ? undefined : form.current?.elements.namedItem(first);
    if (!(field instanceof HTMLElement)) return;
    field.closest("details")?.setAttribute("open", "");
    // Only when it has just come up: while it is being corrected, the focus stays.
    if (
      !form.current?.contains(document.activeElement) ||
      document.activeElement?.tagName === "BUTTON"
    )
      field.focus();
  }, [wrong]);
  return (
    <FieldErrors.Provider value={wrong}>
      <form
        class={style}
        ref={form}
        onInput={onTyped}
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {rest.children}
        <Problem error={error} />
        <div class="buttons end">
          {rest.buttons}
          <button type="submit" class="main" aria-disabled={busy || undefined}>
            {submit}
          </button>
        </div>
      </form>
    </FieldErrors.Provider>
  );
}

/** Errors of the form's fields, and the rest of an error. */
function sortOut(error: unknown, form: HTMLFormElement) {
  const ofFields = new Map<string, string>();
  if (error instanceof InputError) return { ofFields: error.fields, rest: undefined };
  if (!(error instanceof ControlError)) return { ofFields, rest: error };
  for (const { path, message } of error.fields) {
    // A field may be named by the object that is made for it.
    const name = form.elements.namedItem(path) || path !== "postbackUrl" ? path : "url";
    if (form.elements.namedItem(name)) ofFields.set(name, inLanguage(message));
  }
  const isAllShown = error.fields.length > 0 && ofFields.size === error.fields.length;
  return { ofFields, rest: isAllShown ? undefined : error };
}
