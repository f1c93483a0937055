import { readFile } from "node:fs/promises";
import type { Schema } from "../../../contract/src/openapi.ts";
import { makeShapes, type Shapes } from "../../../contract/src/shapes/normalise.ts";
import { fieldsOf, follow, type Shape } from "../../../contract/src/shapes/shape.ts";
import type { ConsoleContract, ConsoleField, ConsoleOperation } from "./page/contract.ts";

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  /** Those that are shared, as references, list no values. */
  parameters?: ({ name: string; schema: Schema } | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const source = new URL("../../../../generated/control/openapi.json", import.meta.url);

/** Schemas whose values are centavos. */
const money = new Set(["Amount", "Balance", "Centavos"]);

/** What the console reads of the control plane's contract: how operations are called, and the fields of their bodies. */
export async function describeContract(): Promise<ConsoleContract> {
  const { paths, components } = JSON.parse(await readFile(source, "utf8")) as Document;
  const shapes = makeShapes(components.schemas);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, ConsoleOperation] => [
      operation.operationId,
      { method: method.toUpperCase(), path, ...describeInput(operation, shapes) },
    ]),
  );
  return Object.fromEntries(operations);
}

function describeInput({ requestBody, parameters = [] }: Operation, { shapeOf }: Shapes) {
  const body = requestBody?.content["application/json"]?.schema;
  return {
    fields: body ? Object.fromEntries(describeFields(shapeOf(body), "")) : {},
    query: Object.fromEntries(
      parameters.flatMap((parameter) => {
        const shape = "name" in parameter ? follow(shapeOf(parameter.schema)) : undefined;
        return shape?.kind === "choice" && "name" in parameter ? [[parameter.name, optionsOf(shape)]] : [];
      }),
    ),
  };
}

/** The fields of an object, those of objects in it too, by their path. */
function describeFields(shape: Shape, prefix: string): [path: string, field: ConsoleField][] {
  return Object.entries(fieldsOf(shape)).flatMap(([name, field]): [string, ConsoleField][] => {
    const inner = describeFields(field.shape, `${prefix}${name}.`);
    return inner.length > 0 ? inner : [[`${prefix}${name}`, describeField(field.shape, field.required)]];
  });
}

function describeField(shape: Shape, required: boolean): ConsoleField {
  const form = follow(shape);
  const common = { required, nullable: form.nullable === true };
  if (form.kind === "number") {
    const kind = money.has(form.notes.name ?? "") ? "money" : form.integer ? "integer" : "number";
    return { ...common, kind };
  }
  if (form.kind === "list") return { ...common, kind: "choices", options: optionsOf(form.items) };
  if (form.kind === "choice") return { ...common, kind: "choice", options: optionsOf(form) };
  const maxLength = form.kind === "text" ? form.maxLength : undefined;
  return { ...common, kind: "text", ...(maxLength !== undefined && { maxLength }) };
}

function optionsOf(shape: Shape): string[] {
  const form = follow(shape);
  return form.kind === "choice" ? form.values.map(String) : [];
}
