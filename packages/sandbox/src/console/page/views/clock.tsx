import { useState } from "preact/hooks";
import { Action } from "../parts/action.tsx";
import { Confirm } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { Form } from "../parts/form.tsx";
import { Page } from "../parts/page.tsx";
import { readText } from "../parts/read-form.ts";
import { formatLength, formatMoment } from "../parts/when.ts";
import { control, type MovedClock, take } from "../state/control.ts";
import { language, words } from "../state/language.ts";
import { isFrozen, sandboxNow } from "../state/time.ts";

const steps = [
  ["1m", "minute"],
  ["1h", "hour"],
  ["1d", "day"],
] as const;

/** The sandbox's clock: forward, and still. */
export function Clock() {
  const text = words.value;
  const ahead = sandboxNow.value - Date.now();
  return (
    <Page title={text.views.clock}>
      <div class="card clock-card">
        <p class="label">
          {text.sandboxTime}{" "}
          <span class={`badge ${isFrozen.value ? "waiting" : "good"}`}>{isFrozen.value ? text.stands : text.runs}</span>
        </p>
        <p class="figure">{formatMoment(sandboxNow.value, language.value)}</p>
        <p class="quiet">
          {Math.abs(ahead) < 2_000
            ? text.notAhead
            : `${ahead > 0 ? text.ahead : text.behind}: ${formatLength(ahead, language.value)}`}
        </p>
        <div class="buttons">
          {steps.map(([by, name]) => (
            <Action key={by} done={movedText} run={() => advance(by)}>
              {text.advanceBy(text[name])}
            </Action>
          ))}
          {isFrozen.value ? (
            <Action done={text.clockRuns} run={() => take(control.POST("/clock/resume"))}>
              {text.resume}
            </Action>
          ) : (
            <Action done={text.clockFrozen} run={() => take(control.POST("/clock/freeze"))}>
              {text.freeze}
            </Action>
          )}
        </div>
        <CustomAdvance />
      </div>
      <p class="quiet">{text.clockHint}</p>
      <p class="quiet">{text.futureHint}</p>
      <StartOver />
    </Page>
  );
}

function advance(by: string) {
  return take(control.POST("/clock/advance", { body: { by } }));
}

function StartOver() {
  const text = words.value;
  const [asking, setAsking] = useState(false);
  return (
    <>
      <h2>{text.startOver}</h2>
      <p class="quiet">{text.startOverHint}</p>
      <div class="buttons">
        <button type="button" onClick={() => setAsking(true)}>
          {text.reset}
        </button>
      </div>
      {asking && (
        <Confirm
          title={text.resetTitle}
          text={text.startOverHint}
          submit={text.resetDo}
          done={text.resetDone}
          run={() => take(control.POST("/reset"))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function CustomAdvance() {
  const text = words.value;
  const send = async (values: FormData): Promise<string> =>
    movedText(await advance((readText(values, "by") ?? "").replace(/\s/g, "")));
  return (
    <Form
      class="inline-form"
      onSubmit={send}
      buttons={(busy) => (
        <button type="submit" aria-disabled={busy || undefined}>
          {text.advance}
        </button>
      )}
    >
      <Field name="by" label={text.custom} hint={text.customHint} required />
    </Form>
  );
}

/** Where the clock is now, and what fell due on the way. */
function movedText({ now, due }: MovedClock): string {
  const { advanced, fellDue, nothingDue } = words.value;
  const parts = (["charges", "transfers", "attempts"] as const).flatMap((name) =>
    due[name] > 0 ? [fellDue[name](due[name])] : [],
  );
  const moment = formatMoment(Date.parse(now), language.value);
  return `${advanced(moment)} ${parts.length > 0 ? `${parts.join(", ")}.` : nothingDue}`;
}
