import { language } from "../state/language.ts";
import { sandboxNow } from "../state/time.ts";
import { formatDistance, formatMoment, formatTime } from "./when.ts";

/** A moment in the sandbox's clock: at what time, and how long ago. */
export function Time({ at, short = false }: { at: string; short?: boolean }) {
  const time = Date.parse(at);
  const now = sandboxNow.value;
  const shown = short ? formatTime(time, now, language.value) : formatMoment(time, language.value);
  return (
    <time class="time" dateTime={at} title={at}>
      {shown} <span class="quiet">{formatDistance(time, now, language.value)}</span>
    </time>
  );
}
