import { Page } from "../parts/page.tsx";
import { Loaded, Rows } from "../parts/rows.tsx";
import { HttpStatus, Status } from "../parts/show.tsx";
import { call, type Trigger } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** What makes the sandbox do something without the control plane. */
export function Triggers() {
  const { views, triggersHint } = words.value;
  const live = useLive("triggers", () => call("listTriggers"));
  return (
    <Page title={views.triggers}>
      <p class="quiet">{triggersHint}</p>
      <Loaded of={live}>
        {({ items }) => (
          <Rows
            caption={views.triggers}
            entries={items}
            keyOf={({ operation, value }) => `${operation} ${value}`}
            columns={[
              { name: fieldName("operation"), show: ({ operation }) => <code>{operation}</code> },
              { name: fieldName("input"), show: Input, kind: "wide" },
              { name: fieldName("effect"), show: Effect },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

function Input({ field, value }: Trigger) {
  return (
    <span class="stack">
      <code>{value}</code>
      <span class="quiet">{field}</span>
    </span>
  );
}

/** The error, or the status that it moves to, or that it stays in. */
function Effect({ effect: { kind, code, httpStatus, status } }: Trigger) {
  return (
    <>
      {httpStatus !== undefined && <HttpStatus status={httpStatus} />} {code && <code>{code}</code>}
      {status && <Status status={status} />} {kind === "hold" && words.value.byHand}
    </>
  );
}
