import type { Basis } from "@packages/contract/src/behaviour.ts";
import { deprecationSentence } from "@packages/contract/src/deprecation.ts";
import type { Contract, Deprecation, Parameter } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { type FieldShape, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { capitalize } from "../names.ts";
import { describeConstraints, namedForms, typeWords } from "./constraints.ts";
import { bulletList, code, inline, link, table } from "./markdown.ts";
import { badge } from "./words.ts";

/** A field of a request, a response or a notification, and the fields within it. */
export interface DocumentedField {
  /** Its own name, as the contract has it. */
  name: string;
  /** Its place in words, if that is not a body: `header`. */
  place?: string;
  required: boolean;
  description: string;
  shape: Shape;
  formatBy?: FieldShape["formatBy"];
  basis?: Basis;
  deprecated?: Deprecation;
  /** Fields of the object, or of each object of the list, that it holds. */
  fields: DocumentedField[];
  /** Whether it is one of several forms of an object; its name holds the condition, in Markdown. */
  isForm?: true;
  /** Whether it has fields that are not listed: the page would be too long. */
  isCut?: true;
}

/** Fields of one body that a page lists, from the outside in: components that refer to each other would never end. */
const maxFields = 500;

/** The fields within a shape; each component schema once on the way down. */
export function listFields(shape: Shape): DocumentedField[] {
  // What is listed next: outer fields come before inner ones.
  const pending: (() => void)[] = [];
  let count = 0;

  function within(shape: Shape, above: readonly string[] = []): DocumentedField[] {
    const name = shape.kind === "reference" ? shape.name : undefined;
    if (name !== undefined && above.includes(name)) return [];
    const seen = name === undefined ? above : [...above, name];
    const form = follow(shape);
    switch (form.kind) {
      case "object":
        return Object.entries(form.fields).map(([field, declared]) =>
          makeField(field, declared, seen),
        );
      case "union":
        return fieldsOfForms(form.variants.map(nameForm), seen);
      case "discriminated": {
        const when = (value: string): string => `Where ${code(form.field)} is ${code(value)}`;
        const others = form.otherwise ? { Otherwise: form.otherwise } : {};
        const named = Object.entries(form.variants).map(
          ([value, variant]) => [when(value), variant] as const,
        );
        return fieldsOfForms([...named, ...Object.entries(others)], seen);
      }
      case "array":
        return within(form.items, seen);
      default:
        return [];
    }
  }

  function makeField(
    name: string,
    { required, shape, formatBy }: FieldShape,
    seen: readonly string[],
  ): DocumentedField {
    count += 1;
    const { description = "", basis, deprecated, sunset } = follow(shape).annotations;
    const field: DocumentedField = {
      name,
      required,
      description,
      shape,
      ...(formatBy && { formatBy }),
      ...(basis && { basis }),
      ...(deprecated && { deprecated: sunset === undefined ? {} : { sunset } }),
      fields: [],
    };
    pending.push(() => {
      if (count < maxFields) field.fields = within(shape, seen);
      else if (hasFields(shape)) field.isCut = true;
    });
    return field;
  }

  /** The fields of each form that has some; of a single one they stand for themselves. */
  function fieldsOfForms(
    forms: readonly (readonly [name: string, Shape])[],
    seen: readonly string[],
  ): DocumentedField[] {
    const found = forms.map(([name, shape]): DocumentedField => {
      const { description = "" } = follow(shape).annotations;
      const fields = within(shape, seen);
      return { name, isForm: true, required: false, description, shape, fields };
    });
    const shown = found.filter(({ fields }) => fields.length > 0);
    return shown.length === 1 ? (shown[0]?.fields ?? []) : shown;
  }

  const fields = within(shape);
  for (let next = pending.shift(); next; next = pending.shift()) next();
  return fields;
}

/** Whether a value is an object with known fields, a list of such objects, or one in some of its forms. */
function hasFields(shape: Shape, depth = 0): boolean {
  const form = follow(shape);
  // A list may be one of lists of itself.
  if (depth > 9) return false;
  if (form.kind === "array") return hasFields(form.items, depth + 1);
  if (form.kind === "union") return form.variants.some((one) => hasFields(one, depth + 1));
  return (
    form.kind === "discriminated" || (form.kind === "object" && Object.keys(form.fields).length > 0)
  );
}

function nameForm(shape: Shape, index: number): [string, Shape] {
  return [shape.kind === "reference" ? inline(shape.name) : `Form ${index + 1}`, shape];
}

/** A parameter among the fields of a request. */
export function parameterField(contract: Contract, parameter: Parameter): DocumentedField {
  const { name, required, description, schema, basis, deprecated } = parameter;
  const shape = shapesOf(contract).shapeOf(schema);
  const statements = { ...(basis && { basis }), ...(deprecated && { deprecated }) };
  return {
    name,
    place: parameter.in,
    required,
    description,
    shape,
    ...statements,
    fields: listFields(shape),
  };
}

/**
 * Fields as a list: name, type, whether required, rules, meaning. Those within a field are folded under it.
 *
 * @param part name of their parent, in words of letters and `-`: each field has an anchor like `request-customer-email`
 */
export function fieldList(
  fields: DocumentedField[],
  part: string,
  shownForms: ShownForms = new Map(),
): string {
  return bulletList(fields.map((field) => fieldItem(field, part, shownForms)));
}

/** Anchors of the fields under which a page lists forms of values, by the names of the forms: it lists them once. */
export type ShownForms = Map<string, string>;

function fieldItem(field: DocumentedField, part: string, shownForms: ShownForms): string {
  const { name, place, required, description, shape, formatBy, basis, deprecated, fields } = field;
  const { isForm, isCut } = field;
  const at = `${part}-${name.replaceAll(/[^\w-]+/g, "-")}`;
  const facts = [inline(typeWords(shape)), place, required ? "**required**" : "optional"];
  const rules = isForm
    ? []
    : describeConstraints(shape, formatBy)
        .map(({ text }) => text)
        .filter((text) => !isStated(text, description));
  const title = `<a id="${at}"></a>[**${isForm ? name : code(name)}**](#${at})`;
  const mark = basis ? ` <sup>${badge(basis)}</sup>` : "";
  const head = isForm
    ? title + mark
    : `${title}${mark} · ${facts.filter((fact) => fact !== undefined).join(" · ")}`;
  const lines = [
    head,
    deprecated ? `**Deprecated.** ${deprecationSentence(deprecated)}` : "",
    inline(description),
    rules.length > 0 ? `${rules.map(capitalize).join(". ")}.` : "",
    isCut ? "Its fields are in the OpenAPI document." : "",
  ].filter((line) => line !== "");
  const forms = isForm ? "" : formsOnce(shape, at, shownForms);
  const inside =
    fields.length > 0
      ? folded(
          `${fields.length} ${fields.length === 1 ? "field" : "fields"}`,
          fieldList(fields, at, shownForms),
        )
      : "";
  return indent(lines.join("<br>\n") + forms + inside);
}

/** The forms of a value as a folded table; where the page has it already, a link to it. */
function formsOnce(shape: Shape, at: string, shownForms: ShownForms): string {
  const forms = namedForms(shape);
  if (forms.length === 0) return "";
  const key = forms.map(({ name }) => name).join();
  const shown = shownForms.get(key);
  const title = `${forms.length} forms`;
  if (shown !== undefined) return `<br>\n${link(title, `#${shown}`)}`;
  shownForms.set(key, at);
  const rows = forms.map((form) => [code(form.name), inline(form.description), form.rules]);
  return folded(title, table(["Form", "Meaning", "Rules"], rows));
}

function folded(title: string, content: string): string {
  return `\n\n<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>\n`;
}

/** Whether a description states a constraint: `Only a`, `Always true`, `1 to 255 characters`. */
function isStated(rule: string, description: string): boolean {
  const said = description.toLowerCase();
  const gist = rule.toLowerCase().replace(/ characters$/, "");
  return [gist, gist.replace(/^only /, "always ")].some((words) =>
    said.split(words).some((rest, index) => index > 0 && !/^\.?\w/.test(rest)),
  );
}

/** Markdown within an item of a list, whose lines stand under its first. */
function indent(text: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, "\n  ");
}
