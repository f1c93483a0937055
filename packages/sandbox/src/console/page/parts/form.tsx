import { useEffect, useRef, useState } from "preact/hooks";
import { ControlError, findOperation, type OperationId } from "../state/control.ts";
import { words } from "../state/language.ts";
import { ContractFields, type FormValues, readFormBody } from "./fields.tsx";
import { Problem } from "./problem.tsx";

export interface FormProps extends FormValues {
  operation: OperationId;
  /** Its fields, by path; those of objects in the body only if they are named. */
  fields?: readonly string[] | undefined;
  /** Its fields under headings. A field without a group stands at the end. */
  groups?: readonly FieldGroup[];
}

/** Fields that belong together. */
export interface FieldGroup {
  title: string;
  fields: readonly string[];
}

interface Sending {
  /** Label of the button that sends it. */
  submit: string;
  /** Sends the values of the form. */
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
  /** Leaves the form; without it there is no button for that. */
  onCancel?: () => void;
}

const finalOperations: readonly OperationId[] = [
  "resetState",
  "cancelCharge",
  "expireCharge",
  "cancelTransfer",
  "refuseTransfer",
  "renewApiSecret",
];

/** Whether an operation ends or removes something for good. */
export function isDestructive(operation: OperationId): boolean {
  return findOperation(operation).method === "DELETE" || finalOperations.includes(operation);
}

/** Fields of an operation's body that a form has by default. */
export function plainFields(operation: OperationId): string[] {
  const fields = Object.entries(findOperation(operation).fields);
  return fields
    .filter(([path, { kind }]) => !path.includes(".") && kind !== "object" && kind !== "choices")
    .map(([path]) => path);
}

/** A form of an operation. An error of a field stands at the field until it is typed into; others stand at the end. */
export function OperationForm({
  operation,
  fields = plainFields(operation),
  groups = [],
  submit,
  onSubmit,
  onCancel,
  ...values
}: FormProps & Sending) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [mended, setMended] = useState<readonly string[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const wrong = error instanceof ControlError ? error.fields : [];
  const isAtFields = wrong.length > 0 && wrong.every(({ path }) => fields.includes(path));
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (isBusy || !form.current) return;
    setBusy(true);
    setMended([]);
    setError(
      await onSubmit(readFormBody(operation, new FormData(form.current))).then(
        () => undefined,
        (problem) => problem,
      ),
    );
    setBusy(false);
  };
  const onInput = ({ target }: Event): void =>
    setMended([...mended, (target as HTMLInputElement).name]);
  useEffect(
    () => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
    [error],
  );
  const showFields = (paths: readonly string[]) => (
    <ContractFields
      operation={operation}
      paths={paths}
      problems={wrong.filter(({ path }) => !mended.includes(path))}
      {...values}
    />
  );
  const grouped = groups.flatMap((group) => group.fields);
  return (
    <form class="form" ref={form} onInput={onInput} onSubmit={send}>
      {groups.map((group) => (
        <fieldset key={group.title} class="form">
          <legend>{group.title}</legend>
          {showFields(group.fields)}
        </fieldset>
      ))}
      {showFields(fields.filter((path) => !grouped.includes(path)))}
      {!isAtFields && <Problem error={error} />}
      <div class="buttons">
        <button
          type="submit"
          class={isDestructive(operation) ? "bad" : "main"}
          aria-disabled={isBusy || undefined}
        >
          {submit}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            {words.value.cancel}
          </button>
        )}
      </div>
    </form>
  );
}
