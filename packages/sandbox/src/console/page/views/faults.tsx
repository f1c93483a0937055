import { Operation } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { Loaded, Rows } from "../parts/rows.tsx";
import { call, type Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

/** Failures of the next calls and deliveries. */
export function Faults() {
  const text = words.value;
  const live = useLive("faults", () => call("listFaults"));
  return (
    <Page
      title={text.views.faults}
      actions={
        <>
          {live.value && live.value.items.length > 0 && <Operation id="clearFaults" />}
          <AddFault />
        </>
      }
    >
      <p class="quiet">{text.faultsHint}</p>
      <Loaded of={live}>
        {({ items }) => (
          <Rows
            caption={text.views.faults}
            entries={items}
            keyOf={({ id }) => id}
            columns={[
              { name: fieldName("addFault.operation"), show: ({ operation }) => nameOf(operation) },
              { name: fieldName("kind"), show: Effect, kind: "wide" },
              {
                name: fieldName("count"),
                show: ({ remaining }) => (remaining === null ? text.always : `${remaining}×`),
                kind: "number",
              },
              "createdAt",
              { name: text.operations.removeFault.button, show: RemoveFault, kind: "act" },
            ]}
            empty={text.noFaults}
          />
        )}
      </Loaded>
    </Page>
  );
}

function nameOf(operation: string): string {
  const { everyOperation, deliveries } = words.value;
  return { "*": everyOperation, notification: deliveries }[operation] ?? operation;
}

function Effect({ kind, code, delay }: Schemas["Fault"]) {
  return (
    <>
      {words.value.kinds[kind]} {code && <code>{code}</code>} {delay !== undefined && `${delay} ms`}
    </>
  );
}

function RemoveFault({ id, operation, kind }: Schemas["Fault"]) {
  const about = `${operation} ${words.value.kinds[kind]}`;
  return <Operation id="removeFault" on={{ id }} about={about} class="small" />;
}

function AddFault() {
  const { value } = useLive("fault choices", () => call("listFaultChoices"));
  const possible = value?.items ?? [];
  const operations = ["*", "notification", ...possible.map(({ operation }) => operation)];
  const codes = ["", ...possible.flatMap((choice) => choice.codes)];
  return (
    <Operation
      id="addFault"
      class="main"
      initial={{ kind: "error", count: 1 }}
      choices={{
        operation: [...new Set(operations)].map((name) => [name, nameOf(name)] as const),
        kind: Object.entries(words.value.kinds),
        code: [...new Set(codes)].map((code) => [code, code] as const),
      }}
    />
  );
}
