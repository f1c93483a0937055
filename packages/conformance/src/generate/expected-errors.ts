import { type ExpectedError, errorByCode, errorFor, type Json, type Operation, type Schema } from "../contract.ts";
import type { Session } from "../session.ts";
import { isText, type Violation } from "../validate.ts";
import { schemaAt } from "./fields.ts";

type Knowledge = Pick<Session, "contract" | "validator">;

/** What the contract answers to a body that breaks rules: an error for each of them. Nothing where it breaks none. */
export function expectedErrors({ contract, validator }: Knowledge, operation: Operation, body: Json): ExpectedError[] {
  const schema = operation.body?.schema ?? {};
  const violations = [...validator.violations(schema, body), ...brokenTexts(body)];
  const codes = violations.flatMap((violation) => codesOf(schemaAt(contract, schema, violation.path), violation, body));
  const general = errorFor(contract, "validation", operation);
  const errors = codes.map((code) => (code === undefined ? general : errorByCode(contract, code)));
  return [...new Set(errors)].filter((error) => error !== undefined);
}

/** Codes of the field's own for a broken rule; undefined stands for the general error. */
function codesOf(schema: Schema, { path, keyword }: Violation, body: Json): (string | undefined)[] {
  const own = schema["x-invalid"];
  if (!own || keyword === "required") return [undefined];
  if (keyword === "text") return [undefined, own["*"]];
  const value = path.reduce<Json | undefined>((inner, step) => (inner as Record<string, Json> | null)?.[step], body);
  // A value of the wrong type is a general error, whatever else is wrong with it.
  if (keyword === "type" || (schema.anyOf && typeof value !== "string")) return [undefined];
  return [own[keyword] ?? own["*"]];
}

function brokenTexts(value: Json, path: readonly string[] = []): Violation[] {
  if (typeof value === "string") {
    return isText(value) ? [] : [{ path: [...path], keyword: "text", message: "is no text" }];
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => brokenTexts(inner, [...path, name]));
}
