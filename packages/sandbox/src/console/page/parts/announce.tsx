import { signal } from "@preact/signals";
import { readRoute, route } from "../state/route.ts";

/** The sentence, and the page that it is about. */
const announced = signal<{ sentence: string; view: string }>();

/** Milliseconds for which a sentence is shown. */
const shownMs = 6_000;

/** Announces events to screen readers, and shows them for a moment. */
export function announce(sentence: string): void {
  const said = { sentence, view: readRoute().view };
  announced.value = said;
  setTimeout(() => {
    if (announced.value === said) announced.value = undefined;
  }, shownMs);
}

/** The place of announcements. Another page clears it. */
export function Announcements() {
  const said = announced.value;
  return (
    <div class="announcements" role="status" aria-live="polite">
      {/* A sentence that is said again is a new element, or a screen reader is silent. */}
      {said?.view === route.value.view && <p key={said}>{said.sentence}</p>}
    </div>
  );
}
