import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../state/language.ts";
import { Form, type FormProps } from "./form.tsx";

interface FormDialogProps extends Omit<FormProps, "class" | "buttons" | "onDone"> {
  title: string;
  onClose: () => void;
}

/**
 * A dialog with a form. It closes when the form was sent, and stays open, with the reason, if that fails. The browser
 * keeps the focus in it and gives it back.
 */
export function FormDialog({ title, onClose, ...form }: FormDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    // Only if it closes by itself, as by Escape: not if it is taken away.
    const onSelfClose = (): void => close.current();
    element?.addEventListener("close", onSelfClose);
    element?.showModal();
    element?.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      element?.removeEventListener("close", onSelfClose);
      element?.close();
    };
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={id}>
      <header class="head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="small" onClick={onClose} aria-label={words.value.close}>
          ✕
        </button>
      </header>
      <Form
        {...form}
        onDone={onClose}
        buttons={
          <button type="button" onClick={onClose}>
            {words.value.close}
          </button>
        }
      />
    </dialog>
  );
}
