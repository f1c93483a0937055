import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { changes } from "../state/connection.ts";
import { callWith, findOperation, type OperationId, type Result } from "../state/control.ts";
import { words } from "../state/language.ts";
import { go, linkTo, route } from "../state/route.ts";
import { announce } from "./announce.tsx";
import { Dialog } from "./dialog.tsx";
import { type FormProps, isDestructive, OperationForm, plainFields } from "./form.tsx";
import { problemText } from "./problem.tsx";
import { fillFields } from "./show.tsx";
import { useFocusHome } from "./use-focus-home.ts";

/** Operations that the console has labels for. */
export type OfferedOperation = keyof typeof words.value.operations & OperationId;

/** Whether an operation opens a dialog: for its fields, or for a confirmation. */
export function asksFirst(
  id: OfferedOperation,
  fields: readonly string[] = plainFields(id),
): boolean {
  return fields.length > 0 || "text" in words.value.operations[id];
}

interface OperationProps<Id extends OfferedOperation> extends Omit<FormProps, "operation"> {
  id: Id;
  /** Parameters of the path, and fields of the body that the form does not show. */
  on?: { id?: string; [field: string]: unknown } | undefined;
  /** The object that it acts on, for the names of button and dialog. */
  about?: string;
  /** Called when it is done; a sentence that it gives replaces the usual one. */
  onDone?: (result: Result<Id>) => string | undefined;
  class?: "main" | "small";
  /** Label of the button, if it is not the operation's. */
  children?: ComponentChildren;
}

/**
 * A button that calls an operation of the control plane, after a dialog if it has fields. When the button goes
 * with its entry, the focus keeps its place.
 */
export function OperationButton<Id extends OfferedOperation>({
  id,
  on,
  about = "",
  fields = plainFields(id),
  onDone,
  class: style,
  children,
  ...form
}: OperationProps<Id>) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const button = useFocusHome();
  const text: { button: string; submit?: string; text?: string; done?: string } =
    words.value.operations[id];
  const title = text.button.replace("…", "");
  const submit = text.submit ?? title;
  const asks = asksFirst(id, fields);

  const run = async (input?: object): Promise<void> => {
    const { view } = route.value;
    const result = await callWith<Result<Id> & { id?: string }>(id, { ...on, ...input });
    changes.value++;
    setOpen(false);
    // A new object is opened; one that was removed is not open any more.
    if (result.id !== undefined && result.id !== on?.id) go(linkTo(view, result.id));
    else if (findOperation(id).method === "DELETE") go(linkTo(view));
    announce(fillFields(onDone?.(result) ?? text.done ?? words.value.done, result));
  };
  const act = async (): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    await run().catch((error: unknown) => announce(problemText(error)));
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        class={[style, isDestructive(id) && "ends"].filter(Boolean).join(" ")}
        aria-label={style === "small" && about ? `${title} ${about}` : undefined}
        aria-disabled={isBusy || undefined}
        onClick={asks ? () => setOpen(true) : act}
      >
        {children ?? text.button}
      </button>
      {isOpen && (
        <Dialog title={about ? `${submit}: ${about}` : title} onClose={() => setOpen(false)}>
          {text.text && <p>{text.text}</p>}
          <OperationForm
            {...form}
            operation={id}
            fields={fields}
            submit={submit}
            onSubmit={run}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      )}
    </>
  );
}
