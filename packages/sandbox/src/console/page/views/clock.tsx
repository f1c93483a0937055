import { OperationButton } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { Status } from "../parts/show.tsx";
import { formatLength, formatMoment } from "../parts/when.ts";
import type { Result } from "../state/control.ts";
import { fill, readerLanguage, words } from "../state/language.ts";
import { isFrozen, sandboxNow } from "../state/time.ts";

/** Milliseconds of the buttons: a minute, an hour, a day. */
const quickMoves = [60_000, 3_600_000, 86_400_000];

/** The sandbox's clock: forward, and still. */
export function ClockPage() {
  const text = words.value;
  return (
    <Page>
      <div class="card">
        <p class="quiet">
          {text.sandboxTime} <Status of={isFrozen.value ? "frozen" : "running"} />
        </p>
        <h2>{formatMoment(sandboxNow.value, readerLanguage.value)}</h2>
        <p class="quiet">{distanceText(sandboxNow.value - Date.now())}</p>
        <div class="buttons">
          {quickMoves.map((by) => (
            <OperationButton key={by} id="advanceClock" on={{ by }} fields={[]} onDone={movedText}>
              {fill(text.advanceBy, formatLength(by, readerLanguage.value))}
            </OperationButton>
          ))}
          <OperationButton id="advanceClock" onDone={movedText} />
          <OperationButton id={isFrozen.value ? "resumeClock" : "freezeClock"} />
        </div>
      </div>
      <p class="quiet">{text.clockHint}</p>
      <p class="quiet">{text.futureHint}</p>
      <h2>{text.startOver}</h2>
      <div class="buttons">
        <OperationButton id="resetState" />
      </div>
    </Page>
  );
}

/** How far the clock is from the real time. */
function distanceText(ahead: number): string {
  const text = words.value;
  if (Math.abs(ahead) < 2_000) return text.notAhead;
  return `${ahead > 0 ? text.ahead : text.behind}: ${formatLength(ahead, readerLanguage.value)}`;
}

/** The time of the clock now, and the work that fell due on the way. */
function movedText({ now, due }: Result<"advanceClock">): string {
  const { fellDue, nothingDue, operations } = words.value;
  const parts = (["charges", "transfers", "attempts"] as const).flatMap((name) =>
    due[name] > 0 ? [fill(fellDue[name], due[name])] : [],
  );
  const moment = fill(
    operations.advanceClock.done,
    formatMoment(Date.parse(now), readerLanguage.value),
  );
  return `${moment} ${parts.length > 0 ? `(${parts.join(", ")})` : nothingDue}`;
}
