import { useEffect, useState } from "preact/hooks";
import { words } from "../state/language.ts";

/** Milliseconds for which a button says that it has copied. */
const copiedMs = 2_000;

/** A button that copies a text. */
export function Copy({ text, what, label: idle }: { text: string; what: string; label?: string }) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), copiedMs);
    return () => clearTimeout(timer);
  }, [state]);
  const { copy, copied, notCopied } = words.value;
  const label = { idle: idle ?? copy, copied, failed: notCopied }[state];
  const write = (): void => {
    // Browsers offer the clipboard only to pages of this machine or of https.
    const writing =
      navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("No clipboard."));
    writing.then(
      () => setState("copied"),
      () => setState("failed"),
    );
  };
  return (
    <button type="button" class="small" onClick={write} aria-label={`${label}: ${what}`}>
      <span aria-live="polite">{label}</span>
    </button>
  );
}
