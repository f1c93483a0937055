import { words } from "../state/language.ts";
import { FormDialog } from "./dialog.tsx";
import { Field } from "./field.tsx";

interface ReasonFormProps {
  title: string;
  submit: string;
  done: string;
  onClose: () => void;
  run: (body: { reason?: string }) => Promise<unknown>;
}

/** Asks why something is done; no reason has to be given. */
export function ReasonForm({ title, submit, done, onClose, run }: ReasonFormProps) {
  return (
    <FormDialog
      title={title}
      submit={submit}
      onClose={onClose}
      onSubmit={async (values) => {
        const reason = String(values.get("reason") ?? "").trim();
        await run(reason ? { reason } : {});
        return done;
      }}
    >
      <Field name="reason" label={words.value.reason} hint={words.value.reasonHint} maxLength={500} first />
    </FormDialog>
  );
}
