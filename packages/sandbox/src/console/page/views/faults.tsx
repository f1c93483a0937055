import { useState } from "preact/hooks";
import type { Options } from "../parts/fields.tsx";
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
  const [{ operation, kind }, setChosen] = useState({ operation: "*", kind: "error" });
  const isDelivery = operation === "notification";
  const kinds = Object.entries(words.value.kinds).filter(([name]) =>
    isDelivery ? name !== "reset" : !/duplicate|reorder/.test(name),
  );
  const possible = value?.items ?? [];
  const codes = possible.find((choice) => choice.operation === operation)?.codes ?? [
    "INTERNAL_ERROR",
  ];
  const operations = [
    "*",
    "notification",
    ...possible.map((choice) => choice.operation).filter((name) => name !== "*"),
  ];
  const named = (values: readonly string[]): Options => values.map((name) => [name, name]);
  return (
    <Operation
      id="addFault"
      class="main"
      fields={["operation", "kind", "count", ...(kind === "latency" ? ["delay"] : []), "code"]}
      initial={{ operation: "*", kind: "error", count: 1, delay: 1_000, code: "INTERNAL_ERROR" }}
      choices={{
        operation: operations.map((name) => [name, nameOf(name)] as const),
        kind: kinds,
        code: kind === "error" && !isDelivery ? named(codes) : undefined,
      }}
      onInput={(values) =>
        setChosen({ operation: String(values.get("operation")), kind: String(values.get("kind")) })
      }
    />
  );
}
