import { formatMoney } from "../parts/money.ts";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { Loading, Rows } from "../parts/rows.tsx";
import { HttpStatus, Status } from "../parts/status.tsx";
import { TriggerText } from "../parts/trigger-text.tsx";
import { control, type Trigger, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** What makes the sandbox do something without the control plane. */
export function Triggers() {
  const text = words.value;
  const { value, error } = useLive("triggers", () => take(control.GET("/triggers")));
  const operations = [...new Set(value?.items.map(({ operation }) => operation))];
  return (
    <Page title={text.views.triggers}>
      <p class="quiet">{text.triggersHint}</p>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {operations.map((operation) => (
        <section key={operation} class="list">
          <h2>
            <code>{operation}</code>
          </h2>
          <Table
            caption={operation}
            triggers={value?.items.filter((trigger) => trigger.operation === operation) ?? []}
          />
        </section>
      ))}
    </Page>
  );
}

function Table({ caption, triggers }: { caption: string; triggers: readonly Trigger[] }) {
  const text = words.value;
  const hasAmounts = triggers.some(({ amount }) => amount !== undefined);
  return (
    <Rows
      caption={caption}
      entries={triggers}
      keyOf={({ field, value }) => `${field} ${value}`}
      columns={[
        ...(hasAmounts ? [{ name: text.amount, show: showAmount, kind: "number" as const }] : []),
        { name: hasAmounts ? text.orInput : text.input, show: showInput },
        { name: text.effect, show: showEffect, kind: "wide" },
      ]}
    />
  );
}

function showAmount({ amount }: Trigger) {
  if (amount === undefined) return words.value.none;
  return (
    <span class="stack">
      <code>{amount}</code>
      <span class="quiet">{formatMoney(amount)}</span>
    </span>
  );
}

function showInput({ field, value }: Trigger) {
  return (
    <span class="stack">
      <code>{value}</code>
      <span class="quiet">{field}</span>
    </span>
  );
}

function showEffect({ effect: { code, httpStatus, status }, description }: Trigger) {
  return (
    <span class="stack">
      <span>
        {httpStatus !== undefined && <HttpStatus status={httpStatus} />} {code && <code>{code}</code>}
        {status && <Status status={status} />}
      </span>
      <span class="quiet">
        <TriggerText code={code} description={description} />
      </span>
    </span>
  );
}
