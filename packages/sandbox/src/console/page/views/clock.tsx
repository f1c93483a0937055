import { Action } from "../parts/action.tsx";
import { ContractFields, readBody } from "../parts/fields.tsx";
import { Form } from "../parts/form.tsx";
import { Operation } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { formatLength, formatMoment } from "../parts/when.ts";
import { call, callWith, type Result } from "../state/control.ts";
import { fill, language, words } from "../state/language.ts";
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
      <div class="card">
        <p class="quiet">
          {text.sandboxTime}{" "}
          <span class={`badge ${isFrozen.value ? "waiting" : "good"}`}>{isFrozen.value ? text.stands : text.runs}</span>
        </p>
        <h2>{formatMoment(sandboxNow.value, language.value)}</h2>
        <p class="quiet">
          {Math.abs(ahead) < 2_000
            ? text.notAhead
            : `${ahead > 0 ? text.ahead : text.behind}: ${formatLength(ahead, language.value)}`}
        </p>
        <div class="buttons">
          {steps.map(([by, name]) => (
            <Action key={by} done={movedText} run={() => call("advanceClock", { by })}>
              {fill(text.advanceBy, text[name])}
            </Action>
          ))}
          {isFrozen.value ? <Operation id="resumeClock" /> : <Operation id="freezeClock" />}
        </div>
        <Form
          operation="advanceClock"
          submit={text.operations.advanceClock.button}
          onSubmit={async (values) => {
            values.set("by", String(values.get("by")).replace(/\s/g, ""));
            return movedText(await callWith("advanceClock", readBody("advanceClock", values)));
          }}
        >
          <ContractFields operation="advanceClock" paths={["by"]} />
        </Form>
      </div>
      <p class="quiet">{text.clockHint}</p>
      <p class="quiet">{text.futureHint}</p>
      <h2>{text.startOver}</h2>
      <p class="quiet">{text.operations.resetState.text}</p>
      <div class="buttons">
        <Operation id="resetState" />
      </div>
    </Page>
  );
}

/** Where the clock is now, and what fell due on the way. */
function movedText({ now, due }: Result<"advanceClock">): string {
  const { fellDue, nothingDue, operations } = words.value;
  const parts = (["charges", "transfers", "attempts"] as const).flatMap((name) =>
    due[name] > 0 ? [fill(fellDue[name], due[name])] : [],
  );
  const moment = fill(operations.advanceClock.done, formatMoment(Date.parse(now), language.value));
  return `${moment} ${parts.length > 0 ? `(${parts.join(", ")})` : nothingDue}`;
}
