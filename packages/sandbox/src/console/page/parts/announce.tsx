import { signal } from "@preact/signals";
import { readRoute } from "../state/route.ts";

const said = signal("");

/** The page that it was said on. */
let place = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says to those who use a screen reader, and shows for a moment, what has just happened. */
export function announce(sentence: string): void {
  place = readRoute(location.hash).view;
  said.value = "";
  queueMicrotask(() => {
    said.value = sentence;
  });
  clearTimeout(timer);
  timer = setTimeout(() => {
    said.value = "";
  }, 6_000);
}

// On another page it would be about nothing.
addEventListener("hashchange", () => {
  if (readRoute(location.hash).view !== place) said.value = "";
});

/** Where it is said. */
export function Announcements() {
  return (
    <div class="announcements" role="status" aria-live="polite">
      {said.value && <p>{said.value}</p>}
    </div>
  );
}
