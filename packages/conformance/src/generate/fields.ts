import {
  type FieldShape,
  type Form,
  fieldsOf,
  follow,
  type Shape,
  valuesOf,
} from "@packages/contract/src/shapes/shape.ts";
import {
  type Contract,
  getShape,
  isJsonObject,
  type Json,
  type JsonObject,
  type Operation,
} from "../contract.ts";

/** A field of a body, with its value in an example. */
export interface ExampleField extends FieldShape {
  path: string[];
  shape: Form;
  value: Json;
  siblings: JsonObject;
}

/** Every field of an operation's body that its examples show, or that has a default. */
export function fieldsOfBody(contract: Contract, { body }: Operation): ExampleField[] {
  const shown = (body?.examples ?? []).map(({ value }) => value).reverse();
  return body && shown.length > 0
    ? fieldsWithin(getShape(contract, body.schema), Object.assign({}, ...shown))
    : [];
}

/** Fields of a value, however deep; of a list the first item's. */
function fieldsWithin(whole: Form, value: Json, path: readonly string[] = []): ExampleField[] {
  if (!isJsonObject(value)) return [];
  return Object.entries(fieldsOf(chooseVariant(whole, value))).flatMap(([name, field]) => {
    const shape = follow(field.shape);
    const inner = value[name] ?? shape.annotations.default ?? valuesOf(shape)?.[0];
    if (inner === undefined) return [];
    const here = { ...field, path: [...path, name], shape, value: inner, siblings: value };
    if (isJsonObject(inner)) return [here, ...fieldsWithin(shape, inner, here.path)];
    const [first] = Array.isArray(inner) ? inner : [];
    return shape.kind === "array" && first !== undefined
      ? [here, ...fieldsWithin(follow(shape.items), first, [...here.path, "0"])]
      : [here];
  });
}

/** The variant of a tagged union that a value names. */
function chooseVariant(form: Form, value: JsonObject): Shape {
  return form.kind === "discriminated"
    ? (form.variants[String(value[form.field])] ?? form.otherwise ?? form)
    : form;
}

/** A copy of a value with one field changed, or left out if nothing is given. */
export function change(value: Json, [step, ...rest]: readonly string[], changed?: Json): Json {
  if (step === undefined) return changed ?? null;
  // A body without the object that holds the field stays as it is.
  if (typeof value !== "object" || value === null) return value;
  const copy = structuredClone(value) as JsonObject;
  const inner = copy[step];
  if (rest.length > 0) {
    if (inner !== undefined) copy[step] = change(inner, rest, changed);
  } else if (changed === undefined) delete copy[step];
  else copy[step] = changed;
  return copy;
}
