import { useState } from "preact/hooks";
import { Action } from "../parts/action.tsx";
import { announce } from "../parts/announce.tsx";
import { FormDialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { readText } from "../parts/read-form.ts";
import { formatLength, formatMoment } from "../parts/when.ts";
import { changes } from "../state/connection.ts";
import { control, take } from "../state/control.ts";
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
            <Action key={by} done={text.advanceBy(text[name])} run={() => advance(by)}>
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
  const reset = async (): Promise<string> => {
    await take(control.POST("/reset"));
    return text.resetDone;
  };
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
        <FormDialog title={text.resetTitle} submit={text.resetDo} onSubmit={reset} onClose={() => setAsking(false)}>
          <p>{text.startOverHint}</p>
        </FormDialog>
      )}
    </>
  );
}

function CustomAdvance() {
  const text = words.value;
  const [error, setError] = useState<unknown>(undefined);
  const send = async (values: FormData): Promise<void> => {
    setError(undefined);
    try {
      const { now } = await advance((readText(values, "by") ?? "").replace(/\s/g, ""));
      announce(text.advanced(formatMoment(Date.parse(now), language.value)));
    } catch (problem) {
      setError(problem);
    }
    changes.value++;
  };
  return (
    <form
      class="inline-form"
      onSubmit={(event) => {
        event.preventDefault();
        void send(new FormData(event.currentTarget));
      }}
    >
      <Field name="by" label={text.custom} hint={text.customHint} required />
      <button type="submit">{text.advance}</button>
      <Problem error={error} />
    </form>
  );
}
