import type { Basis, Contract, Operation, Parameter } from "../contract/model.ts";
import type { Schema } from "../contract/openapi.ts";
import { mergeSchema } from "../contract/schemas.ts";
import { code, inline, table } from "./markdown.ts";
import { allRules, typeOf } from "./rules.ts";
import { parameterName, withBadge } from "./words.ts";

/** A field of a request, an answer or a notification. */
export interface Field {
  /** Where it stands, as Markdown: `customer.name`, `items[].title`. */
  name: string;
  required: boolean;
  description: string;
  schema: Schema;
  basis?: Basis;
}

/** The fields within a schema, however deep; each schema once on the way down. */
export function fieldsOf(contract: Contract, schema: Schema, path = "", above: string[] = []): Field[] {
  const seen = schema.$ref === undefined ? above : [...above, schema.$ref];
  if (seen.length > above.length && above.includes(schema.$ref ?? "")) return [];
  const found = mergeSchema(contract, schema);
  const inside = [
    ...(found.anyOf ?? found.oneOf ?? []).map((variant) => ({ variant, at: path })),
    ...(found.items ? [{ variant: found.items, at: `${path}[]` }] : []),
  ].flatMap(({ variant, at }) => fieldsOf(contract, variant, at, seen));
  const own = Object.entries(found.properties ?? {}).flatMap(([name, property]) => {
    const at = path === "" ? name : `${path}.${name}`;
    const field = mergeSchema(contract, property);
    return [
      {
        name: code(at),
        required: found.required?.includes(name) ?? false,
        description: field.description ?? "",
        schema: property,
        ...(field["x-basis"] && { basis: field["x-basis"] }),
      },
      ...fieldsOf(contract, property, at, seen),
    ];
  });
  return [...own, ...inside];
}

/** What a request consists of: its parameters, then the fields of its body. */
export function requestFields(contract: Contract, operation: Operation): Field[] {
  const body = operation.body ? fieldsOf(contract, operation.body.schema) : [];
  return [...operation.parameters.map(parameterField), ...body];
}

/** A parameter among the fields of a request. */
export function parameterField(parameter: Parameter): Field {
  const { required, description, schema, basis } = parameter;
  return { name: parameterName(parameter), required, description, schema, ...(basis && { basis }) };
}

/** A table of fields: where, type, whether required, rules, meaning. */
export function fieldTable(contract: Contract, fields: Field[]): string {
  return table(
    ["Field", "Type", "Required", "Rule", "Meaning"],
    fields.map(({ name, required, description, schema, basis }) => [
      name,
      inline(typeOf(contract, schema)),
      required ? "yes" : "no",
      allRules(contract, schema)
        .map(({ text }) => text)
        .join("\n"),
      withBadge(inline(description), basis),
    ]),
  );
}
