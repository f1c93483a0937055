import { useState } from "preact/hooks";
import { OperationButton } from "../parts/operation.tsx";
import { Page } from "../parts/page.tsx";
import { WhenLoaded } from "../parts/problem.tsx";
import { DataTable } from "../parts/rows.tsx";
import { formatNumber } from "../parts/when.ts";
import type { Schemas } from "../state/control.ts";
import { fieldName, readerLanguage, words } from "../state/language.ts";
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
  const seconds = (length: number): string => formatNumber(length / 1_000, readerLanguage.value);
  const range = maxDelay === undefined ? "" : `–${seconds(maxDelay)}`;
  return (
    <>
      {words.value.kinds[kind]} <code>{code}</code>{" "}
      {delay !== undefined && `${seconds(delay)}${range} s`}
      {probability !== undefined && ` ${formatNumber(probability * 100, readerLanguage.value)}%`}
    </>
  );
}

/** Fields of each kind of fault, beside those of all. */
const fieldsOfKind: Readonly<Record<string, readonly string[]>> = {
  error: ["code"],
  latency: ["delay", "maxDelay"],
};

/** Kinds that only operations have, or only notifications. */
const isPossible = (kind: string, operation: string): boolean =>
  kind === "reset"
    ? operation !== "notification"
    : !["duplicate", "reorder"].includes(kind) || operation === "notification";

function AddFault() {
  const [operation, setOperation] = useState("*");
  const [chosenKind, setKind] = useState("error");
  const possible = useCall("listFaultChoices").value?.items ?? [];
  const operations = ["*", "notification", ...possible.map((choice) => choice.operation)];
  const codes = ["", ...(possible.find((choice) => choice.operation === operation)?.codes ?? [])];
  const kinds = Object.entries(words.value.kinds).filter(([name]) => isPossible(name, operation));
  const kind = kinds.some(([name]) => name === chosenKind) ? chosenKind : "error";
  const hasCode = kind !== "error" || operation !== "notification";
  return (
    <OperationButton
      id="addFault"
      class="main"
      fields={[
        "operation",
        "kind",
        ...(hasCode ? (fieldsOfKind[kind] ?? []) : []),
        "count",
        "probability",
        "seed",
      ]}
      initial={{ operation, kind, count: 1 }}
      choices={{
        operation: [...new Set(operations)].map((name) => [name, getOperationLabel(name)] as const),
        kind: kinds,
        code: [...new Set(codes)].map((code) => [code, code] as const),
      }}
      onChoose={(path, value) => {
        if (path === "operation") setOperation(value);
        if (path === "kind") setKind(value);
      }}
    />
  );
}
