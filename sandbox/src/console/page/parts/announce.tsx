import { signal } from "@preact/signals";

const said = signal("");

/** Says to those who use a screen reader, and shows for a moment, what has just happened. */
export function announce(sentence: string): void {
  said.value = "";
  queueMicrotask(() => {
    said.value = sentence;
  });
  clearTimeout(timer);
  timer = setTimeout(() => {
    said.value = "";
  }, 6_000);
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Where it is said. */
export function Announcements() {
  return (
    <div class="announcements" role="status" aria-live="polite">
      {said.value && <p>{said.value}</p>}
    </div>
  );
}
