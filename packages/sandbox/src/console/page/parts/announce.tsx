import { signal } from "@preact/signals";
import { readRoute } from "../state/route.ts";

const announced = signal("");

/** The page that it is about. */
let place = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says to those who use a screen reader, and shows for a moment, what has just happened. */
export function announce(sentence: string): void {
  place = readRoute(location.hash).view;
  announced.value = "";
  queueMicrotask(() => {
    announced.value = sentence;
  });
  clearTimeout(timer);
  timer = setTimeout(() => {
    announced.value = "";
  }, 6_000);
}

// On another page it would be about nothing.
addEventListener("hashchange", () => {
  if (readRoute(location.hash).view !== place) announced.value = "";
});

/** The place of what is announced. */
export function Announcements() {
  return (
    <div class="announcements" role="status" aria-live="polite">
      {announced.value && <p>{announced.value}</p>}
    </div>
  );
}
