import { useEffect, useRef, useState } from "preact/hooks";
import { ControlError, findOperation, type OperationId } from "../state/control.ts";
import { words } from "../state/language.ts";
import { ContractFields, type Options, readFormBody } from "./fields.tsx";
import { Problem } from "./problem.tsx";

export interface FormProps {
  operation: OperationId;
  /** Its fields, by path; those of objects in the body only if they are named. */
  fields?: readonly string[] | undefined;
  /** An object with the values that it begins with. */
  initial?: object;
  /** Choices that are not in the contract. */
  choices?: Readonly<Record<string, Options>>;
}

interface Sending {
  /** Label of the button that sends it. */
  submit: string;
  /** Sends the values of the form. */
  onSubmit: (body: Record<string, unknown>) => Promise<unknown>;
  /** Leaves the form; without it there is no button for that. */
  onCancel?: () => void;
}

/** Operations that remove what cannot be had again. */
function isDestructive(operation: OperationId): boolean {
  return findOperation(operation).method === "DELETE" || operation === "resetState";
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
  return (
    <form class="form" ref={form} onInput={onInput} onSubmit={send}>
      <ContractFields
        operation={operation}
        paths={fields}
        problems={wrong.filter(({ path }) => !mended.includes(path))}
        {...values}
      />
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
