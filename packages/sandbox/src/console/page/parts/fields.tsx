// The inputs of a form, and what is typed into them.
import { createContext } from "preact";
import { useContext, useId } from "preact/hooks";
import type { ControlField } from "../../../control-client.ts";
import { type OperationId, operationOf } from "../state/control.ts";
import { fieldName, inLanguage, words } from "../state/language.ts";
import { editMoney, formatMoney, parseMoney } from "./money.ts";

/** The mistakes in the fields of a form, by their names. */
export const FieldErrors = createContext<ReadonlyMap<string, string>>(new Map());

/** Values that a form begins with, by path of the field, as the contract has them. */
export type Initial = Readonly<Record<string, string | number | null | undefined>>;

/** Names of values for a choice. */
export type Options = readonly (readonly [value: string, text: string])[];

interface ContractFieldsProps {
  operation: OperationId;
  paths: readonly string[];
  initial?: Initial | undefined;
  /** Choices that are not in the contract; a field without any choice is left out. */
  choices?: Readonly<Record<string, Options | undefined>> | undefined;
}

/** Inputs for fields of an operation's body: kind, unit and limits come from the contract. */
export function ContractFields({
  operation,
  paths,
  initial = {},
  choices = {},
}: ContractFieldsProps) {
  const { fields } = operationOf(operation);
  const hints: Readonly<Record<string, string>> = words.value.hints;
  return paths.map((path, index) => {
    const field = fields[path];
    if (!field) throw new Error(`${operation} has no field ${path}.`);
    const { unit, show } = unitOf(path, field);
    const label = `${fieldName(`${operation}.${path}`)}${unit && ` (${unit})`}`;
    const hint = hints[`${operation}.${path}`] ?? hints[path];
    const value = initial[path] ?? "";
    if (path in choices || field.kind === "choice") {
      const options =
        path in choices
          ? choices[path]
          : (field.options ?? []).map((name) => [name, name] as const);
      return (
        options && (
          <Choice key={path} name={path} label={label} initial={String(value)} options={options} />
        )
      );
    }
    return (
      <Field
        key={path}
        name={path}
        label={label}
        value={typeof value === "number" ? show(value) : value}
        first={index === 0}
        required={field.required && !field.nullable}
        {...(hint && { hint })}
        {...(field.kind === "time"
          ? { type: "datetime-local" }
          : field.kind !== "text" && { inputMode: "decimal" })}
        {...(field.maxLength && { maxLength: field.maxLength })}
      />
    );
  });
}

interface Unit {
  /** Empty if the label says it. */
  unit: string;
  /** A value of the contract as people write it. */
  show: (value: number) => string;
  /** A value of the contract in a sentence. */
  phrase: (value: number) => string;
  /** The typed value, as the contract has it; undefined if it is not a number. */
  read: (text: string) => number | undefined;
}

/** How a number is shown and typed. */
function unitOf(path: string, { kind }: Pick<ControlField, "kind">): Unit {
  if (kind === "money")
    return { unit: "R$", show: editMoney, phrase: formatMoney, read: parseMoney };
  if (path.endsWith("basisPoints")) return scaled("%", 100);
  if (path === "chargeLifetime") return scaled(words.value.minutes, 60_000);
  if (path === "retention.notifications") return scaled(words.value.days, 86_400_000);
  return scaled(/^transferSteps\.|^delay$/.test(path) ? "ms" : "", 1);
}

function scaled(unit: string, factor: number): Unit {
  const show = (value: number): string => String(value / factor).replace(".", ",");
  const read = (text: string): number | undefined =>
    /^-?\d+([.,]\d+)?$/.test(text)
      ? Number((Number(text.replace(",", ".")) * factor).toFixed(6))
      : undefined;
  return { unit, show, phrase: (value) => `${show(value)} ${unit}`.trim(), read };
}

/** The typed values cannot be sent: the reason by field. */
export class InputError extends Error {
  override readonly name = "InputError";
  readonly fields: ReadonlyMap<string, string>;

  constructor(fields: ReadonlyMap<string, string>) {
    super("The input is wrong.");
    this.fields = fields;
  }
}

/**
 * The values typed into the fields of an operation's form, as its body. An empty field is left out, or null if
 * the contract has that.
 *
 * @throws {InputError} for invalid numbers, or numbers out of range
 */
export function readBody(operation: OperationId, values: FormData): Record<string, unknown> {
  const { fields } = operationOf(operation);
  const body: Record<string, unknown> = {};
  const wrong = new Map<string, string>();
  for (const [path, field] of Object.entries(fields)) {
    if (!values.has(path)) continue;
    const value = readValue(path, field, values);
    const problem = typeof value === "number" ? findProblem(path, field, value) : undefined;
    if (problem !== undefined) wrong.set(path, problem);
    if (value === undefined) continue;
    const [last = "", ...steps] = path.split(".").reverse();
    let place = body;
    for (const step of steps.reverse()) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[last] = value;
  }
  if (wrong.size > 0) throw new InputError(wrong);
  return body;
}

/** The error of a number; NaN stands for invalid text. */
function findProblem(
  path: string,
  { kind, minimum, maximum }: ControlField,
  value: number,
): string | undefined {
  const { amountWrong, numberWrong, integerWrong } = words.value;
  const sentences: Partial<Record<ControlField["kind"], string>> = {
    money: amountWrong,
    integer: integerWrong,
  };
  const { phrase } = unitOf(path, { kind });
  if (Number.isNaN(value) || (kind === "integer" && !Number.isSafeInteger(value)))
    return sentences[kind] ?? numberWrong;
  if (minimum !== undefined && value < minimum) return inLanguage(`must be >= ${phrase(minimum)}`);
  return maximum !== undefined && value > maximum
    ? inLanguage(`must be <= ${phrase(maximum)}`)
    : undefined;
}

function readValue(
  path: string,
  field: ControlField,
  values: FormData,
): string | number | null | undefined {
  const text = String(values.get(path)).trim();
  if (text === "" && field.nullable) return null;
  if (text === "" && !field.required) return undefined;
  if (field.kind === "text" || field.kind === "choice") return text;
  if (field.kind === "time") return new Date(text).toISOString();
  return unitOf(path, field).read(text) ?? Number.NaN;
}

interface FieldProps {
  name: string;
  label: string;
  value?: string;
  hint?: string;
  type?: "text" | "password" | "datetime-local";
  required?: boolean;
  inputMode?: "decimal";
  maxLength?: number;
  /** Whether a dialog begins here. */
  first?: boolean;
}

/** An input with its label and, if it helps, a hint. */
export function Field({
  name,
  label,
  value = "",
  hint,
  type = "text",
  first,
  ...rest
}: FieldProps) {
  const id = useId();
  const problem = useContext(FieldErrors).get(name);
  const describedBy = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        name={name}
        type={type as "text"}
        defaultValue={value}
        autocomplete="off"
        spellcheck={false}
        data-first={first}
        {...(describedBy && { "aria-describedby": describedBy })}
        {...(problem && { "aria-invalid": true })}
        {...rest}
      />
      <small class="quiet" id={`${id}-hint`}>
        {hint}
      </small>
      <small class="field-problem" id={`${id}-problem`}>
        {problem}
      </small>
    </div>
  );
}

interface ChoiceProps {
  label: string;
  options: Options;
  name?: string;
  /** The choice, if the caller keeps it. */
  value?: string;
  /** The first choice, if the form keeps it. */
  initial?: string;
  onChoose?: (value: string) => void;
  /** Whether the label is only for screen readers. */
  quiet?: boolean;
}

/** A choice of one of a few values. */
export function Choice({
  label,
  options,
  name,
  value,
  initial,
  onChoose,
  quiet = false,
}: ChoiceProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={quiet ? "unseen" : undefined}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChoose?.(event.currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option
            key={option}
            value={option}
            selected={initial === undefined ? undefined : option === initial}
          >
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
