// The bodies of errors that a server raises by itself, in the form that the contract declares for them.
import type { Contract, Response } from "@packages/contract/src/model.ts";
import type { Schema } from "@packages/contract/src/openapi.ts";
import { SampleMaker } from "@packages/contract/src/samples.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { type Form, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { key, literal } from "../print-code.ts";

/** The fact that a field of an error holds, by its name and its kind of shape. */
const errorFacts: readonly [name: RegExp, kinds: readonly Form["kind"][], fact: string][] = [
  [/^(error_?)?code$/i, ["string", "enum"], "code"],
  [/^status(_?code)?$|^code$/i, ["number"], "status"],
  [/^(message|title|error|reason|error_?message|description)$/i, ["string"], "message"],
  [/^(timestamp|time|date)$/i, ["string"], "timestamp"],
  [/^(details|errors|violations)$/i, ["array", "object", "record", "union", "anything"], "details"],
];

/** The schema of a contract's errors: the one that catalogued errors share, or the one that most operations declare. */
export function commonError(contract: Contract): { schema: Schema; mediaType: string } | undefined {
  const declared = contract.operations.flatMap(({ responses }) => responses.filter(isError));
  if (contract.errors.length > 0) {
    const catalogued = declared.find(({ errors }) => errors.length > 0);
    return {
      schema: contract.schemas.ErrorBody ?? {},
      mediaType: catalogued?.mediaType ?? "application/json",
    };
  }
  const serialized = declared.map(({ schema, mediaType }) => JSON.stringify({ schema, mediaType }));
  const [commonest] = serialized.toSorted(
    (a, b) => countEqual(serialized, b) - countEqual(serialized, a),
  );
  return commonest === undefined ? undefined : JSON.parse(commonest);
}

/** Whether a response is an error whose body a server can make. */
export function isError({ status, mediaType = "", schema }: Response): boolean {
  return status >= 400 && /json$|^text\//.test(mediaType) && schema !== undefined;
}

/** A function that makes the body of an error, as code. */
export function printErrorBody(contract: Contract, schema: Schema, mediaType: string): string {
  if (mediaType.startsWith("text/")) return "({ message }) => message";
  const body = printValue(shapesOf(contract).shapeOf(schema), []);
  const used = ["status", "code", "message", "details", "timestamp"].filter((name) =>
    new RegExp(`\\b${name}\\b(?!:)`).test(body),
  );
  return `(${used.length > 0 ? `{ ${used.join(", ")} }` : ""}) => (${body})`;
}

/** @param above names of the schemas that it is within, which may hold themselves */
function printValue(shape: Shape, above: readonly string[]): string {
  const form = follow(shape);
  if (form.kind === "union" || form.kind === "discriminated") {
    const [variant] = Object.values(form.variants);
    if (variant) return printValue(variant, above);
  }
  if (form.kind !== "object") return literal(new SampleMaker().make(form, { name: "" }) ?? null);
  const { name } = form.annotations;
  const fields = Object.entries(form.fields).flatMap(([field, { required, shape: inner }]) => {
    const value = printField(field, inner, required, name === undefined ? above : [...above, name]);
    if (value === undefined) return [];
    return [
      value === "details" && !required
        ? `...(details !== undefined && { ${key(field)}: details })`
        : `${key(field)}: ${value}`,
    ];
  });
  return `{ ${fields.join(", ")} }`;
}

/** The value of a field; undefined if it can be left out and nothing is known of it. */
function printField(
  name: string,
  shape: Shape,
  isRequired: boolean,
  above: readonly string[],
): string | undefined {
  const form = follow(shape);
  if (form.kind === "constant") return literal(form.value);
  // RFC 9457: the title is enough.
  if (name === "type" && form.kind === "string" && form.format?.startsWith("uri"))
    return isRequired ? literal("about:blank") : undefined;
  const fact = errorFacts.find(
    ([names, kinds]) => names.test(name) && kinds.includes(form.kind),
  )?.[2];
  if (fact !== undefined && !(form.kind === "enum" && !form.open)) return fact;
  if (form.kind === "object" && !above.includes(form.annotations.name ?? ""))
    return printValue(form, above);
  return isRequired ? literal(new SampleMaker().make(form, { name: "" }) ?? null) : undefined;
}

function countEqual(serialized: readonly string[], source: string): number {
  return serialized.filter((one) => one === source).length;
}
