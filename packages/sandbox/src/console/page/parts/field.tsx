import { useContext, useId } from "preact/hooks";
import { FieldErrors } from "./form.tsx";

interface FieldProps {
  name: string;
  label: string;
  value?: string;
  hint?: string;
  type?: "text" | "email" | "url" | "number" | "password" | "datetime-local";
  required?: boolean;
  numeric?: boolean;
  maxLength?: number;
  /** Whether a dialog begins here. */
  first?: boolean;
}

/** An input with its label and, where it helps, a hint. */
export function Field({ name, label, value = "", hint, type = "text", numeric, first, ...rest }: FieldProps) {
  const id = useId();
  const problem = useContext(FieldErrors).get(name);
  const said = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        // Preact tells inputs apart by what only some of them may have; nothing of that is used here.
        type={type as "text"}
        defaultValue={value}
        autocomplete="off"
        spellcheck={false}
        data-first={first}
        {...(numeric && { inputMode: "decimal" })}
        {...(said && { "aria-describedby": said })}
        {...(problem && { "aria-invalid": true })}
        {...rest}
      />
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {problem && (
        <p class="field-problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

interface ChecksProps {
  name: string;
  label: string;
  hint?: string;
  options: readonly string[];
}

/** Any number among a few. */
export function Checks({ name, label, hint, options }: ChecksProps) {
  return (
    <fieldset class="checks">
      <legend>{label}</legend>
      {hint && <p class="hint">{hint}</p>}
      {options.map((option) => (
        <label key={option} class="check">
          <input type="checkbox" name={name} value={option} />
          <code>{option}</code>
        </label>
      ))}
    </fieldset>
  );
}

interface ChoiceProps {
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  name?: string;
  /** What is chosen, where the caller keeps it. */
  value?: string;
  /** What is chosen at first, where the form keeps it. */
  initial?: string;
  onChoose?: (value: string) => void;
  /** Whether the label is only for screen readers. */
  quiet?: boolean;
}

/** A choice of one among a few. */
export function Choice({ label, options, name, value, initial, onChoose, quiet = false }: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={quiet ? "unseen" : undefined}>
        {label}
      </label>
      <select id={id} name={name} value={value} onChange={(event) => onChoose?.(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={initial === undefined ? undefined : option === initial}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
