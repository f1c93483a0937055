import { useState } from "preact/hooks";
import { words } from "../state/language.ts";

interface CopyProps {
  text: string;
  /** Name of the value. */
  what: string;
  label?: string;
}

/** Milliseconds for which a button shows that it has copied. */
const copiedMs = 2_000;

/** A button that copies a value. */
export function Copy({ text, what, label }: CopyProps) {
  const { copy, copied, notCopied } = words.value;
  const [outcome, setOutcome] = useState<string>();
  const shown = outcome ?? label ?? copy;
  const write = async (): Promise<void> => {
    try {
      // Browsers offer the clipboard only to pages of this machine or of https.
      await navigator.clipboard.writeText(text);
      setOutcome(copied);
    } catch {
      setOutcome(notCopied);
    }
    setTimeout(() => setOutcome(undefined), copiedMs);
  };
  return (
    <button type="button" class="small" onClick={write} aria-label={`${shown}: ${what}`}>
      <span aria-live="polite">{shown}</span>
    </button>
  );
}
