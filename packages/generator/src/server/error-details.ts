// The details that a handler may give with an error besides its code and message.
import type { CataloguedError, Contract } from "@packages/contract/src/model.ts";
import type { Schema } from "@packages/contract/src/openapi.ts";
import { shapesIn } from "@packages/contract/src/shapes/contract-shapes.ts";
import { key, literal } from "../print-code.ts";

/**
 * The schema of an error's details: its own or, so that a handler gives all that the contract shows and no more, that of its
 * example; undefined without details.
 */
export function detailsSchema({ details }: CataloguedError): Schema | undefined {
  if (details?.schema) return details.schema;
  return details?.example === undefined ? undefined : inferSchema(details.example);
}

function inferSchema(example: unknown): Schema {
  if (Array.isArray(example))
    return { type: "array", items: example.length > 0 ? inferSchema(example[0]) : {} };
  if (typeof example !== "object" || example === null)
    return example === null ? {} : { type: typeof example as "string" | "number" | "boolean" };
  const fields = Object.entries(example).map(([name, value]) => [name, inferSchema(value)]);
  return {
    type: "object",
    properties: Object.fromEntries(fields),
    required: Object.keys(example),
  };
}

/** The type of an error's details as a handler gives them; with undefined if they may be left out. */
export function printDetailsType(contract: Contract, error: CataloguedError): string {
  const { code, details } = error;
  if (!details) return "undefined";
  if (details.schema || details.example === undefined) return `ErrorDetails[${literal(code)}]`;
  const type = printSchemaType(inferSchema(details.example));
  return needsDetails(contract, error) ? type : `${type} | undefined`;
}

/** Whether a handler has to give the details of an error: the server cannot know them for an error that only handlers raise. */
export function needsDetails(contract: Contract, { code, details }: CataloguedError): boolean {
  if (!details) return false;
  if (details.required) return true;
  const isOwn = !details.schema && details.example !== undefined;
  return isOwn && !codesOfServer(contract).has(code);
}

function printSchemaType({ type, properties = {}, items = {} }: Schema): string {
  if (type === "array") return `${printSchemaType(items as Schema)}[]`;
  if (type !== "object") return typeof type === "string" ? type : "unknown";
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${key(name)}: ${printSchemaType(schema as Schema)}`,
  );
  return `{ ${fields.join("; ")} }`;
}

/** Codes of the errors that the server raises by itself: for faults that may happen anywhere, and for invalid fields. */
function codesOfServer(contract: Contract): Set<string> {
  const caused = contract.errors.filter(({ causes = [] }) => causes.length > 0);
  const ofFields = [...shapesIn(contract)].flatMap(({ annotations }) =>
    Object.values(annotations.codes ?? {}),
  );
  const ofKeys = contract.operations.flatMap(({ idempotency }) => idempotency?.missing ?? []);
  return new Set([...caused.map(({ code }) => code), ...ofFields, ...ofKeys]);
}
