// The bodies of errors that a server raises by itself, in the form that the contract declares for them.
import type { Contract, Response } from "../../../contract/src/model.ts";
import type { Schema } from "../../../contract/src/openapi.ts";
import { followSchema, mergeSchema } from "../../../contract/src/schemas.ts";
import { key, literal } from "../print-code.ts";

/** What a field of an error holds, by its name. */
const facts: readonly [name: RegExp, type: RegExp, fact: string][] = [
  [/^(error_?)?code$/i, /string/, "code"],
  [/^status(_?code)?$|^code$/i, /integer|number/, "status"],
  [/^(message|title|error|reason|error_?message|description)$/i, /string/, "message"],
  [/^(timestamp|time|date)$/i, /string/, "timestamp"],
  [/^(details|errors|violations)$/i, /array|object|undefined/, "details"],
];

/** The schema of a contract's errors: what catalogued ones share, or what most operations declare. */
export function commonError(contract: Contract): { schema: Schema; mediaType: string } | undefined {
  const declared = contract.operations.flatMap(({ responses }) => responses.filter(isError));
  if (contract.errors.length > 0) {
    const catalogued = declared.find(({ errors }) => errors.length > 0);
    return { schema: contract.schemas.ErrorBody ?? {}, mediaType: catalogued?.mediaType ?? "application/json" };
  }
  const texts = declared.map(({ schema, mediaType }) => JSON.stringify({ schema, mediaType }));
  const [most] = texts.toSorted((a, b) => countOf(texts, b) - countOf(texts, a));
  return most === undefined ? undefined : JSON.parse(most);
}

/** Whether a response is an error whose body a server can make. */
export function isError({ status, mediaType = "", schema }: Response): boolean {
  return status >= 400 && /json$/.test(mediaType) && schema !== undefined;
}

/** A function that makes the body of an error, as code. */
export function printErrorBody(contract: Contract, schema: Schema): string {
  const body = printObject(contract, schema, []);
  const used = ["status", "code", "message", "details", "timestamp"].filter((name) =>
    new RegExp(`\\b${name}\\b(?!:)`).test(body),
  );
  return `(${used.length > 0 ? `{ ${used.join(", ")} }` : ""}) => (${body})`;
}

function printObject(contract: Contract, schema: Schema, within: readonly Schema[]): string {
  const merged = mergeSchema(contract, followSchema(contract, schema));
  const [variant] = merged.anyOf ?? merged.oneOf ?? [];
  if (variant && !merged.properties) return printObject(contract, variant, within);
  const required = merged.required ?? [];
  const fields = Object.entries(merged.properties ?? {}).flatMap(([name, property]) => {
    const value = printField(contract, name, property, required.includes(name), [...within, merged]);
    if (value === undefined) return [];
    if (value === "details" && !required.includes(name))
      return [`...(details !== undefined && { ${key(name)}: details })`];
    return [`${key(name)}: ${value}`];
  });
  return `{ ${fields.join(", ")} }`;
}

/** The value of a field; undefined where it can be left out and nothing is known of it. */
function printField(
  contract: Contract,
  name: string,
  property: Schema,
  isRequired: boolean,
  within: readonly Schema[],
): string | undefined {
  const schema = mergeSchema(contract, property);
  const type = String(schema.type);
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (values?.length === 1) return literal(values[0]);
  // RFC 9457, where the title says it all.
  if (name === "type" && schema.format?.startsWith("uri")) return isRequired ? literal("about:blank") : undefined;
  const fact = facts.find(([names, types]) => names.test(name) && types.test(type))?.[2];
  if (fact !== undefined && !(fact === "code" && values && !schema["x-open-set"])) return fact;
  if (schema.properties && !within.includes(schema)) return printObject(contract, schema, within);
  return isRequired ? literal(sampleOf(schema, type)) : undefined;
}

function sampleOf({ default: usual, examples, enum: values }: Schema, type: string): unknown {
  const empty: Record<string, unknown> = { string: "", boolean: false, array: [], object: {}, null: null };
  return usual ?? examples?.[0] ?? values?.[0] ?? empty[type] ?? 0;
}

function countOf(texts: readonly string[], text: string): number {
  return texts.filter((one) => one === text).length;
}
