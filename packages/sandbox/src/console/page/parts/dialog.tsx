import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../state/language.ts";
import { Form } from "./form.tsx";
import { keepFocus } from "./keep-focus.ts";

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
    // Only what closes by itself, as by Escape: not what is taken away.
    const onSelfClose = (): void => close.current();
    element?.addEventListener("close", onSelfClose);
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      element?.removeEventListener("close", onSelfClose);
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
  /** Sends what was typed; the dialog stays open, with the reason, where it fails. Gives what is said when it is done. */
  onSubmit: (values: FormData) => Promise<string>;
  onClose: () => void;
  /** Names of fields by what the control plane calls them, where the two differ. */
  names?: Readonly<Record<string, string>>;
  children: ComponentChildren;
}

/** A dialog with a form. */
export function FormDialog({ title, submit, onSubmit, onClose, names = {}, children }: FormDialogProps) {
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        onSubmit={onSubmit}
        onDone={onClose}
        names={names}
        buttons={(busy) => (
          <div class="buttons end">
            <button type="button" onClick={onClose}>
              {words.value.close}
            </button>
            <button type="submit" class="main" aria-disabled={busy || undefined}>
              {submit}
            </button>
          </div>
        )}
      >
        {children}
      </Form>
    </Dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** What will happen. */
  text: string;
  submit: string;
  done: string;
  run: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something is done that cannot be undone. */
export function Confirm({ title, text, submit, done, run, onClose }: ConfirmProps) {
  const confirm = async (): Promise<string> => {
    await run();
    return done;
  };
  return (
    <FormDialog title={title} submit={submit} onSubmit={confirm} onClose={onClose}>
      <p>{text}</p>
    </FormDialog>
  );
}
