import type { Basis } from "../../../contract/src/behaviour.ts";
import { deprecationSentence } from "../../../contract/src/deprecation.ts";
import type { Contract, Deprecation, Operation, Parameter } from "../../../contract/src/model.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import { readDeprecation } from "../../../contract/src/read-contract.ts";
import { mergeSchema } from "../../../contract/src/schemas.ts";
import { code, inline, list } from "./markdown.ts";
import { allRules, typeOf } from "./rules.ts";
import { badge } from "./words.ts";

/** A field of a request, a response or a notification, and the fields within it. */
export interface Field {
  /** Its own name, as the contract has it. */
  name: string;
  /** Where it stands in words, where that is not a body: `header`. */
  place?: string;
  required: boolean;
  description: string;
  schema: Schema;
  basis?: Basis;
  deprecated?: Deprecation;
  /** Fields of the object, or of each object of the list, that it holds. */
  fields: Field[];
}

/** The fields within a schema, however deep; each schema once on the way down. */
export function fieldsOf(contract: Contract, schema: Schema, above: string[] = []): Field[] {
  const seen = schema.$ref === undefined ? above : [...above, schema.$ref];
  if (seen.length > above.length && above.includes(schema.$ref ?? "")) return [];
  const found = mergeSchema(contract, schema);
  const own = Object.entries(found.properties ?? {}).map(([name, property]): Field => {
    const field = mergeSchema(contract, property);
    return {
      name,
      required: found.required?.includes(name) ?? false,
      description: field.description ?? "",
      schema: property,
      ...(field["x-basis"] && { basis: field["x-basis"] }),
      ...readDeprecation(field),
      fields: fieldsOf(contract, property, seen),
    };
  });
  const variants = [...(found.anyOf ?? found.oneOf ?? []), ...(found.items ? [found.items] : [])];
  return [...own, ...variants.flatMap((variant) => fieldsOf(contract, variant, seen))];
}

/** What a request consists of: its parameters, then the fields of its body. */
export function requestFields(contract: Contract, operation: Operation): Field[] {
  const body = operation.body ? fieldsOf(contract, operation.body.schema) : [];
  return [...operation.parameters.map((parameter) => parameterField(contract, parameter)), ...body];
}

/** A parameter among the fields of a request. */
export function parameterField(contract: Contract, parameter: Parameter): Field {
  const { name, required, description, schema, basis, deprecated } = parameter;
  const fields = fieldsOf(contract, schema);
  const statements = { ...(basis && { basis }), ...(deprecated && { deprecated }) };
  return { name, place: parameter.in, required, description, schema, ...statements, fields };
}

/** Fields one after the other with those within them, each by where it stands: `customer.name`, `items[].title`. */
export function flatten(contract: Contract, fields: Field[], path = ""): { path: string; field: Field }[] {
  return fields.flatMap((field) => {
    const at = path === "" ? field.name : `${path}.${field.name}`;
    const inside = mergeSchema(contract, field.schema).items ? `${at}[]` : at;
    return [{ path: at, field }, ...flatten(contract, field.fields, inside)];
  });
}

/**
 * Fields as a list: name, type, whether required, rules, meaning. Those within a field are folded under it.
 *
 * @param part what they are fields of, in words of letters and `-`: each field has an anchor like `request-customer-email`
 */
export function fieldList(contract: Contract, fields: Field[], part: string): string {
  return list(fields.map((field) => fieldItem(contract, field, part)));
}

function fieldItem(contract: Contract, field: Field, part: string): string {
  const at = `${part}-${field.name.replaceAll(/[^\w-]/g, "-")}`;
  const { name, place, required, description, schema, basis, deprecated, fields } = field;
  const facts = [inline(typeOf(contract, schema)), place, required ? "**required**" : "optional"];
  const rules = allRules(contract, schema).map(({ text }) => text);
  const head = `<a id="${at}"></a>[**${code(name)}**](#${at}) · ${facts.filter((fact) => fact !== undefined).join(" · ")}`;
  const lines = [
    head + (basis ? ` · ${badge(basis)}` : ""),
    deprecated ? `**Deprecated.** ${deprecationSentence(deprecated)}` : "",
    inline(description),
    rules.length > 0 ? `${rules.map(capitalize).join(". ")}.` : "",
  ].filter((line) => line !== "");
  const inside =
    fields.length > 0
      ? `\n\n<details>\n<summary>${fields.length} ${fields.length === 1 ? "field" : "fields"}</summary>\n\n${fieldList(contract, fields, at)}\n\n</details>\n`
      : "";
  return indent(lines.join("<br>\n") + inside);
}

/** Text within an item of a list, whose lines stand under its first. */
function indent(text: string): string {
  return text.replaceAll(/\n(?=[^\n])/g, "\n  ");
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
