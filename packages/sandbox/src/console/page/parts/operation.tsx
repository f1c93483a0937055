import { useState } from "preact/hooks";
import { call, callWith, type OperationId, type Result } from "../state/control.ts";
import { fill, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";
import { Action } from "./action.tsx";
import { FormDialog } from "./dialog.tsx";
import { ContractFields, type Initial, type Options, readBody } from "./fields.tsx";
import { useFocusHome } from "./use-focus-home.ts";

/** Operations that the console has texts for. */
type OfferedOperation = keyof typeof words.value.operations;

interface OperationProps<Id extends OfferedOperation & OperationId> {
  id: Id;
  /** Parameters of the path. */
  on?: Readonly<Record<string, string>>;
  /** What it acts on, for the button's name and the sentence at the end. */
  about?: string;
  /** Required fields, by path. */
  fields?: readonly string[];
  initial?: Initial;
  choices?: Readonly<Record<string, Options | undefined>>;
  /** Completes the body that was typed. */
  complete?: (body: Record<string, unknown>) => object;
  onInput?: (values: FormData) => void;
  /** Called when it is done; a sentence that it gives replaces the usual one. */
  onDone?: (result: Result<Id>) => unknown;
  /** What is said in the dialog. */
  hint?: string;
  class?: "main" | "small";
}

/**
 * A button that calls an operation of the control plane. An operation with fields, or with a text to confirm, opens a
 * dialog first.
 */
export function Operation<Id extends OfferedOperation & OperationId>(props: OperationProps<Id>) {
  const {
    id,
    on = {},
    about = "",
    fields = [],
    initial = {},
    choices = {},
    complete,
    onDone,
  } = props;
  const [open, setOpen] = useState(false);
  const button = useFocusHome();
  const text: { button: string; submit?: string; text?: string; done?: string } =
    words.value.operations[id];
  const title = text.button.replace("…", "");
  const run = async (body: object): Promise<string> => {
    const result = await callWith(id, { ...on, ...body });
    const sentence = onDone?.(result);
    return typeof sentence === "string" ? sentence : fill(text.done ?? words.value.done, about);
  };
  if (fields.length === 0 && text.text === undefined) {
    const named = about ? { label: `${title} ${about}` } : {};
    return (
      <Action
        class={props.class}
        done={(sentence: string) => sentence}
        run={() => run({})}
        {...named}
      >
        {text.button}
      </Action>
    );
  }
  const submit = text.submit ?? title;
  const send = (values: FormData): Promise<string> => {
    const body = readBody(id, values);
    return run(complete?.(body) ?? body);
  };
  const { hint, onInput } = props;
  const shared = { operation: id, initial, choices };
  return (
    <>
      <button type="button" ref={button} class={props.class} onClick={() => setOpen(true)}>
        {text.button}
      </button>
      {open && (
        <FormDialog
          title={about && on.id ? `${submit}: ${about}` : title}
          submit={submit}
          onSubmit={send}
          onClose={() => setOpen(false)}
          {...(onInput && { onInput })}
        >
          {text.text && <p>{text.text}</p>}
          {hint && <p class="quiet">{hint}</p>}
          <ContractFields {...shared} paths={fields.filter((path) => path !== "companyId")} />
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
