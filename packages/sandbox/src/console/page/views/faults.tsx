import { useState } from "preact/hooks";
import { Action } from "../parts/action.tsx";
import { FormDialog } from "../parts/dialog.tsx";
import { Choice, Field } from "../parts/field.tsx";
import { Page } from "../parts/page.tsx";
import { Problem } from "../parts/problem.tsx";
import { readText } from "../parts/read-form.ts";
import { Empty, Loading, Rows } from "../parts/rows.tsx";
import { Time } from "../parts/time.tsx";
import { control, type Fault, type FaultKind, take } from "../state/control.ts";
import { words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";

const forOperations = ["error", "latency", "reset"] as const;
const forDeliveries = ["error", "latency", "duplicate", "reorder"] as const;

/** Failures of the next calls and deliveries. */
export function Faults() {
  const text = words.value;
  const [adding, setAdding] = useState(false);
  const { value, error } = useLive("faults", () => take(control.GET("/faults")));
  return (
    <Page
      title={text.views.faults}
      actions={
        <>
          {value && value.items.length > 0 && (
            <Action done={text.faultRemoved} run={() => take(control.DELETE("/faults"))}>
              {text.removeAll}
            </Action>
          )}
          <button type="button" class="main" onClick={() => setAdding(true)}>
            {text.addFault}
          </button>
        </>
      }
    >
      <p class="quiet">{text.faultsHint}</p>
      <Problem error={error} />
      {!value && !error && <Loading />}
      {value?.items.length === 0 && <Empty title={text.noFaults} />}
      {value && value.items.length > 0 && (
        <Rows
          caption={text.views.faults}
          entries={value.items}
          keyOf={({ id }) => id}
          columns={[
            { name: text.affects, show: ({ operation }) => nameOf(operation) },
            { name: text.kind, show: Effect, kind: "wide" },
            {
              name: text.count,
              show: ({ remaining }) => (remaining === null ? text.always : `${remaining}×`),
              kind: "number",
            },
            { name: text.created, show: ({ createdAt }) => <Time at={createdAt} short /> },
            { name: text.remove, show: (fault) => <RemoveButton fault={fault} />, kind: "act" },
          ]}
        />
      )}
      {adding && <FaultForm onClose={() => setAdding(false)} />}
    </Page>
  );
}

function nameOf(operation: string) {
  if (operation === "*") return words.value.everyOperation;
  if (operation === "notification") return words.value.deliveries;
  return <code>{operation}</code>;
}

function Effect({ kind, code, delay }: Fault) {
  return (
    <>
      {words.value.kinds[kind]} {code && <code>{code}</code>} {delay !== undefined && `${delay} ms`}
    </>
  );
}

function RemoveButton({ fault }: { fault: Fault }) {
  const { remove, removeNamed, faultRemoved, kinds } = words.value;
  return (
    <Action
      class="small"
      label={removeNamed(`${fault.operation} ${kinds[fault.kind]}`)}
      done={faultRemoved}
      run={() => take(control.DELETE("/faults/{id}", { params: { path: { id: fault.id } } }))}
    >
      {remove}
    </Action>
  );
}

function FaultForm({ onClose }: { onClose: () => void }) {
  const text = words.value;
  const { value: choices } = useLive("fault choices", () => take(control.GET("/faults/choices")));
  const [operation, setOperation] = useState("*");
  const kinds: readonly FaultKind[] = operation === "notification" ? forDeliveries : forOperations;
  const [chosen, setKind] = useState<FaultKind>("error");
  const kind = kinds.includes(chosen) ? chosen : "error";
  const add = async (values: FormData): Promise<string> => {
    const count = readText(values, "count");
    const delay = readText(values, "delay");
    const code = readText(values, "code");
    await take(
      control.POST("/faults", {
        body: {
          operation,
          kind,
          count: count === undefined ? null : Number(count),
          ...(delay !== undefined && { delay: Number(delay) }),
          ...(code !== undefined && { code }),
        },
      }),
    );
    return text.faultAdded;
  };
  return (
    <FormDialog title={text.addFault} submit={text.addFault} onSubmit={add} onClose={onClose}>
      <Choice
        label={text.affects}
        value={operation}
        onChoose={setOperation}
        options={[
          ["*", text.everyOperation],
          ["notification", text.deliveries],
          ...(choices?.items ?? []).flatMap((choice) =>
            choice.operation === "*" ? [] : [[choice.operation, choice.operation] as const],
          ),
        ]}
      />
      <Choice
        label={text.kind}
        value={kind}
        onChoose={(value) => setKind(kinds.find((known) => known === value) ?? "error")}
        options={kinds.map((name) => [name, text.kinds[name]] as const)}
      />
      <Field name="count" label={text.count} hint={text.countHint} type="number" value="1" />
      {kind === "latency" && <Field name="delay" label={text.delay} type="number" value="1000" required />}
      {kind === "error" && operation !== "notification" && (
        <Choice
          key={operation}
          name="code"
          label={text.errorCode}
          initial="INTERNAL_ERROR"
          options={(choices?.items.find((choice) => choice.operation === operation)?.codes ?? ["INTERNAL_ERROR"]).map(
            (name) => [name, name] as const,
          )}
        />
      )}
    </FormDialog>
  );
}
