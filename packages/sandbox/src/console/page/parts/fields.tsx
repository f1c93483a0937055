// The inputs of a form, and their values.
import { useId } from "preact/hooks";
import type { ControlField } from "../../../control-client.ts";
import { call, findOperation, type OperationId } from "../state/control.ts";
import { fieldName, inLanguage, readerLanguage, words } from "../state/language.ts";
import { useLive } from "../state/use-live.ts";
import { editMoney, formatMoney, parseMoney } from "./money.ts";
import { valueByPath } from "./show.tsx";
import { formatNumber } from "./when.ts";

/** Names of values for a choice. */
export type Options = readonly (readonly [value: string, text: string])[];

interface FieldProps {
  label: string;
  /** Whether the label is only for screen readers. */
  quiet?: boolean;
  /** Makes it a choice of one of a few. */
  options?: Options | undefined;
  /** The value that it begins with. */
  value?: string;
  hint?: string | undefined;
  /** The mistake in it, which replaces the hint. */
  problem?: string | undefined;
  name?: string;
  type?: "text" | "password" | "datetime-local";
  inputMode?: "decimal" | "text";
  required?: boolean;
  maxLength?: number | undefined;
  onChoose?: (value: string) => void;
}

/** An input or a choice, with its label and a sentence about it. */
export function FormField({
  label,
  quiet,
  options,
  value,
  hint,
  problem,
  type = "text",
  onChoose,
  ...rest
}: FieldProps) {
  const id = useId();
  const shared = {
    id,
    "aria-describedby": `${id}-about`,
    "aria-invalid": problem ? true : undefined,
  };
  return (
    <div class="field">
      <label for={id} class={quiet ? "unseen" : undefined}>
        {label}
      </label>
      {options ? (
        <select
          {...shared}
          name={rest.name}
          onChange={(event) => onChoose?.(event.currentTarget.value)}
        >
          {options.map(([option, label]) => (
            <option key={option} value={option} selected={option === value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          {...rest}
          type={type as "text"}
          defaultValue={value}
          autocomplete="off"
          spellcheck={false}
        />
      )}
      <small id={`${id}-about`} class={problem ? "field-problem" : "quiet"}>
        {problem ?? hint}
      </small>
    </div>
  );
}

/** Additions of a form to its fields in the contract. */
export interface FormValues {
  /** An object with the values that they begin with. */
  initial?: object | undefined;
  /** Choices that are not in the contract. */
  choices?: Readonly<Record<string, Options>> | undefined;
  /** Called with what is chosen in a field, as other fields may depend on it. */
  onChoose?: ((path: string, value: string) => void) | undefined;
}

interface ContractFieldsProps extends FormValues {
  operation: OperationId;
  paths: readonly string[];
  /** The mistakes in the form that was sent. */
  problems: readonly { path: string; message: string }[];
}

/** Inputs for fields of an operation's body: kind, unit and limits come from the contract. */
export function ContractFields({
  operation,
  paths,
  initial = {},
  choices = {},
  onChoose,
  problems,
}: ContractFieldsProps) {
  const asksCompany = paths.includes("companyId");
  const { value: companies } = useLive(`companies ${asksCompany}`, async () =>
    asksCompany ? call("listCompanies") : undefined,
  );
  const companyId = companies?.items.map(({ id, name }) => [id, name] as const).reverse() ?? [];
  const hints: Readonly<Record<string, string>> = words.value.hints;
  const shown = Object.entries(findOperation(operation).fields)
    // With one company there is nothing to choose.
    .filter(([path]) => paths.includes(path) && (path !== "companyId" || companyId.length > 1))
    .sort(
      ([path, one], [otherPath, other]) =>
        Number(other.required) - Number(one.required) ||
        paths.indexOf(path) - paths.indexOf(otherPath),
    );
  return shown.map(([path, field]) => {
    const { kind, nullable, required, maxLength, options } = field;
    const { unit, show } = unitOf(path, field);
    const label = fieldName(`${operation}.${path}`);
    const value = valueByPath(initial, path) ?? "";
    const problem = problems.find((one) => one.path === path);
    return (
      <FormField
        key={path}
        name={path}
        label={unit ? `${label} (${unit})` : label}
        value={typeof value === "number" ? show(value) : String(value)}
        options={{ companyId, ...choices }[path] ?? options?.map((name) => [name, name])}
        hint={hints[`${operation}.${path}`] ?? hints[path]}
        problem={problem && explainViolation(problem.message, path, field)}
        type={kind === "time" ? "datetime-local" : "text"}
        inputMode={kind === "text" ? "text" : "decimal"}
        required={required && !nullable}
        maxLength={maxLength}
        onChoose={(chosen) => onChoose?.(path, chosen)}
      />
    );
  });
}

interface Unit {
  /** Empty if the label is enough. */
  unit: string;
  /** A value of the contract as people write it. */
  show: (value: number) => string;
  /** A value of the contract in a sentence. */
  phrase: (value: number) => string;
  /** The typed value, as the contract has it; undefined if it is not a number. */
  read: (value: string) => number | undefined;
}

/** How a number is shown and typed. */
function unitOf(path: string, { kind }: ControlField): Unit {
  if (kind === "money")
    return { unit: "R$", show: editMoney, phrase: formatMoney, read: parseMoney };
  if (path.endsWith("basisPoints")) return scaled("%", 100);
  // Lifetimes are in hours, and waits in seconds.
  if (/^chargeLifetime$|^retention\.notifications$/.test(path))
    return scaled(words.value.hours, 3_600_000);
  return /^transferSteps\.|^(?:delay|maxDelay)$/.test(path) ? scaled("s", 1_000) : scaled("", 1);
}

function scaled(unit: string, factor: number): Unit {
  const show = (value: number): string => formatNumber(value / factor, readerLanguage.value);
  const read = (value: string): number | undefined =>
    /^-?\d+([.,]\d+)?$/.test(value)
      ? Number((Number(value.replace(",", ".")) * factor).toFixed(6))
      : undefined;
  return { unit, show, phrase: (value) => `${show(value)} ${unit}`.trim(), read };
}

/** The sandbox's sentence about a field, in the language and the unit of the page. */
function explainViolation(message: string, path: string, field: ControlField): string {
  const { amountWrong, integerWrong, numberWrong } = words.value;
  const wrong = { "must be a whole number": integerWrong, "must be number": numberWrong }[message];
  if (wrong) return field.kind === "money" ? amountWrong : wrong;
  const { phrase } = unitOf(path, field);
  return inLanguage(message.replace(/(?<=[<>]= )\d+$/, (limit) => phrase(Number(limit))));
}

/**
 * The values typed into the fields of an operation's form, as its body. An empty field is left out, or null if
 * the contract has that; input that is not a number is sent as it is, for the sandbox to refuse.
 */
export function readFormBody(operation: OperationId, values: FormData): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const [path, field] of Object.entries(findOperation(operation).fields)) {
    const typed = values.get(path);
    if (typed === null) continue;
    const value = readValue(path, field, String(typed).trim());
    const [last = "", ...steps] = path.split(".").reverse();
    let place = body;
    for (const step of steps.reverse()) {
      place[step] ??= {};
      place = place[step] as Record<string, unknown>;
    }
    place[last] = value;
  }
  return body;
}

function readValue(
  path: string,
  field: ControlField,
  value: string,
): string | number | null | undefined {
  const { kind, nullable, required } = field;
  if (value === "" && nullable) return null;
  if (value === "" && !required) return undefined;
  if (kind === "time") return new Date(value).toISOString();
  if (path === "by") return value.replace(/\s/g, "");
  return kind === "text" || kind === "choice" ? value : (unitOf(path, field).read(value) ?? value);
}
