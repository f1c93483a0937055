import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { changes } from "../state/connection.ts";
import { words } from "../state/language.ts";
import { announce } from "./announce.tsx";
import { keepFocus } from "./keep-focus.ts";
import { Problem } from "./problem.tsx";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog, open for as long as it is there. The browser keeps the focus in it and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();
  useEffect(() => {
    const opener = document.activeElement;
    const watchFocus = keepFocus(opener);
    const element = dialog.current;
    // Only what closes by itself, as by Escape, is told of: not what is taken away.
    const tell = (): void => close.current();
    element?.addEventListener("close", tell);
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      element?.removeEventListener("close", tell);
      element?.close();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      watchFocus();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id}>
      <header class="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="plain" onClick={onClose} aria-label={words.value.close}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}

interface FormDialogProps {
  title: string;
  submit: string;
  /** Sends what was typed; the dialog stays open, with the reason, where it fails. */
  onSubmit: (values: FormData) => Promise<string>;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog with a form. `onSubmit` gives the sentence that is said when it is done. */
export function FormDialog({ title, submit, onSubmit, onClose, children }: FormDialogProps) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const send = async (form: HTMLFormElement): Promise<void> => {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const said = await onSubmit(new FormData(form));
      changes.value++;
      onClose();
      announce(said);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        {children}
        <Problem error={error} />
        <div class="buttons end">
          <button type="button" onClick={onClose}>
            {words.value.close}
          </button>
          <button type="submit" class="main" aria-disabled={busy || undefined}>
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
