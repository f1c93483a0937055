import { OperationButton } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { WhenLoaded } from "../parts/problem.tsx";
import { DataTable } from "../parts/rows.tsx";
import type { Schemas } from "../state/control.ts";
import { fieldName, words } from "../state/language.ts";
import { useCall } from "../state/use-live.ts";

/** Failures of the next calls and deliveries. */
export function Faults() {
  const { faultsHint, views, always, noFaults } = words.value;
  const live = useCall("listFaults");
  return (
    <Page
      actions={
        <>
          {live.value && live.value.items.length > 0 && <OperationButton id="clearFaults" />}
          <AddFault />
        </>
      }
    >
      <p class="quiet">{faultsHint}</p>
      <WhenLoaded of={live}>
        {({ items }) => (
          <DataTable
            caption={views.faults}
            entries={items}
            columns={[
              [fieldName("addFault.operation"), ({ operation }) => getOperationLabel(operation)],
              [fieldName("kind"), Effect],
              [
                fieldName("count"),
                ({ remaining }) => (remaining === null ? always : `${remaining}×`),
              ],
              "createdAt",
            ]}
            act={({ id, operation, kind }) => (
              <OperationButton
                id="removeFault"
                on={{ id }}
                about={`${getOperationLabel(operation)} ${words.value.kinds[kind]}`}
                class="small"
              />
            )}
            empty={noFaults}
          />
        )}
      </WhenLoaded>
    </Page>
  );
}

function getOperationLabel(operation: string): string {
  const { everyOperation, deliveries } = words.value;
  return { "*": everyOperation, notification: deliveries }[operation] ?? operation;
}

function Effect({ kind, code, delay, maxDelay, probability }: Schemas["Fault"]) {
  const range = maxDelay === undefined ? "" : `–${maxDelay}`;
  return (
    <>
      {words.value.kinds[kind]} <code>{code}</code> {delay !== undefined && `${delay}${range} ms`}
      {probability !== undefined && ` ${Math.round(probability * 1000) / 10}%`}
    </>
  );
}

function AddFault() {
  const possible = useCall("listFaultChoices").value?.items ?? [];
  const operations = ["*", "notification", ...possible.map(({ operation }) => operation)];
  const codes = ["", ...possible.flatMap((choice) => choice.codes)];
  return (
    <OperationButton
      id="addFault"
      class="main"
      initial={{ kind: "error", count: 1 }}
      choices={{
        operation: [...new Set(operations)].map((name) => [name, getOperationLabel(name)] as const),
        kind: Object.entries(words.value.kinds),
        code: [...new Set(codes)].map((code) => [code, code] as const),
      }}
    />
  );
}
