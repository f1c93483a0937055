import {
  type Contract,
  isObject,
  type Json,
  type JsonObject,
  mergeSchema,
  type Operation,
  type Schema,
} from "../contract.ts";

/** A field of a body, with its value in an example. */
export interface Field {
  path: string[];
  /** With what it refers to and consists of. */
  schema: Schema;
  value: Json;
  required: boolean;
  siblings: JsonObject;
}

/** Every field of an operation's body that its examples show, or that has a value of its own. */
export function fieldsOfBody(contract: Contract, { body }: Operation): Field[] {
  const shown = (body?.examples ?? []).map(({ value }) => value).reverse();
  return body && shown.length > 0 ? fieldsOf(contract, body.schema, Object.assign({}, ...shown)) : [];
}

/** Fields of a value, however deep; of a list the first item's. */
function fieldsOf(contract: Contract, schema: Schema, value: Json, path: readonly string[] = []): Field[] {
  const { properties = {}, required = [] } = mergeSchema(contract, schema);
  if (!isObject(value)) return [];
  return Object.entries(properties).flatMap(([name, property]) => {
    const merged = mergeSchema(contract, property);
    const inner = value[name] ?? merged.default ?? merged.enum?.[0];
    if (inner === undefined) return [];
    const here = {
      path: [...path, name],
      schema: merged,
      value: inner,
      required: required.includes(name),
      siblings: value,
    };
    if (isObject(inner)) return [here, ...fieldsOf(contract, merged, inner, here.path)];
    const [first] = Array.isArray(inner) ? inner : [];
    return merged.items && first !== undefined
      ? [here, ...fieldsOf(contract, merged.items, first, [...here.path, "0"])]
      : [here];
  });
}

/** A copy of a value with one field changed, or left out where nothing is given. */
export function change(value: Json, [step, ...rest]: readonly string[], changed?: Json): Json {
  if (step === undefined) return changed ?? null;
  // What lacks the object that holds the field stays as it is.
  if (typeof value !== "object" || value === null) return value;
  const copy = structuredClone(value) as JsonObject;
  const inner = copy[step];
  if (rest.length > 0) {
    if (inner !== undefined) copy[step] = change(inner, rest, changed);
  } else if (changed === undefined) delete copy[step];
  else copy[step] = changed;
  return copy;
}
