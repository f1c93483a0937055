import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { words } from "../state/language.ts";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog. The browser keeps the focus in it and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const first = element?.querySelector<HTMLElement>("input, select, textarea");
    // Without a field, the button that changes nothing.
    (first ?? element?.querySelector<HTMLElement>("form [type='button']"))?.focus();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="card"
      aria-labelledby={id}
      // Only if it closes by itself, as by Escape: not if it is taken away.
      onClose={({ currentTarget }) => currentTarget.isConnected && onClose()}
    >
      <header class="head">
        <h2 id={id}>{title}</h2>
        <button type="button" class="small" onClick={onClose} aria-label={words.value.close}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
