import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { changes } from "../state/connection.ts";
import { call, callWith, type OperationId, type Result } from "../state/control.ts";
import { fill, words } from "../state/language.ts";
import { go, linkTo, type View } from "../state/route.ts";
import { useLive } from "../state/use-live.ts";
import { announce } from "./announce.tsx";
import { FormDialog } from "./dialog.tsx";
import { ContractFields, type Initial, type Options, readBody } from "./fields.tsx";
import { formatMoney } from "./money.ts";
import { problemText } from "./problem.tsx";
import { useFocusHome } from "./use-focus-home.ts";

/** Operations that the console has texts for. */
type OfferedOperation = keyof typeof words.value.operations & OperationId;

interface OperationProps<Id extends OfferedOperation> {
  id: Id;
  /** Parameters of the path. */
  on?: Readonly<Record<string, string>>;
  /** The object that it acts on, for the button's name and the sentence at the end. */
  about?: string;
  /** Body of a call that asks for nothing. */
  body?: object;
  /** Fields that it asks for, by path. */
  fields?: readonly string[];
  initial?: Initial;
  choices?: Readonly<Record<string, Options | undefined>>;
  /** Completes the body that was typed. */
  complete?: (body: Record<string, unknown>) => object;
  onInput?: (values: FormData) => void;
  /** Page that then shows what was made. */
  opens?: View;
  /** Called when it is done; a sentence that it gives replaces the usual one. */
  onDone?: (result: Result<Id>) => unknown;
  /** A sentence for the dialog. */
  hint?: string;
  class?: "main" | "small";
  /** Text of the button, if it is not the operation's. */
  children?: ComponentChildren;
}

/**
 * A button that calls an operation of the control plane. An operation with fields, or with a text to confirm, opens a
 * dialog first. When the button goes with what it did, the focus keeps its place.
 */
export function Operation<Id extends OfferedOperation>(props: OperationProps<Id>) {
  const { id, on = {}, about = "", body, fields = [], opens } = props;
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const button = useFocusHome();
  const text: { button: string; submit?: string; text?: string; done?: string } =
    words.value.operations[id];
  const title = text.button.replace("…", "");
  const submit = text.submit ?? title;
  const asksNothing = fields.length === 0 && text.text === undefined;
  const isDirect = body !== undefined || asksNothing;

  const run = async (input: object): Promise<string> => {
    const result = await callWith(id, { ...on, ...input });
    const made = result as { id?: string; amount?: number };
    if (opens) go(linkTo(opens, made.id));
    const sentence = props.onDone?.(result);
    if (typeof sentence === "string") return sentence;
    const subject = about || (made.amount === undefined ? "" : formatMoney(made.amount));
    return fill(text.done ?? words.value.done, subject);
  };
  const act = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      announce(await run(body ?? {}));
      changes.value++;
    } catch (error) {
      announce(problemText(error));
    }
    setBusy(false);
  };
  const send = (values: FormData): Promise<string> => {
    const typed = readBody(id, values);
    return run(props.complete?.(typed) ?? typed);
  };
  return (
    <>
      <button
        type="button"
        ref={button}
        class={props.class}
        aria-label={isDirect && about ? `${title} ${about}` : undefined}
        aria-disabled={busy || undefined}
        onClick={() => (isDirect ? void act() : setOpen(true))}
      >
        {props.children ?? text.button}
      </button>
      {open && (
        <FormDialog
          title={about && on.id ? `${submit}: ${about}` : title}
          submit={submit}
          onSubmit={send}
          onClose={() => setOpen(false)}
          {...(props.onInput && { onInput: props.onInput })}
        >
          {text.text && <p>{text.text}</p>}
          {props.hint && <p class="quiet">{props.hint}</p>}
          <ContractFields
            operation={id}
            paths={fields.filter((path) => path !== "companyId")}
            initial={props.initial}
            choices={props.choices}
          />
          {fields.includes("companyId") && <CompanyChoice operation={id} />}
        </FormDialog>
      )}
    </>
  );
}

/** Chooses a company; nothing if there is only one. */
function CompanyChoice({ operation }: { operation: OperationId }) {
  const { value } = useLive("companies", () => call("listCompanies"));
  if (!value || value.items.length < 2) return null;
  // The oldest is the one that is there from the start.
  const companyId = value.items.map(({ id, name }) => [id, name] as const).reverse();
  return <ContractFields operation={operation} paths={["companyId"]} choices={{ companyId }} />;
}
