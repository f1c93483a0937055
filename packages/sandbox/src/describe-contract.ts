import {
  type Document,
  type MediaType,
  type Operation,
  type Parameter,
  type Reference,
  resolve,
  type Schema,
} from "@packages/contract/src/openapi.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { fieldsOf, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import document from "@pix-contract/control/openapi.json" with { type: "json" };
import type { ControlField, ControlOperation, OperationId } from "./control-client.ts";

const contract = document as unknown as Document;
const { shapeOf } = shapesOf({ schemas: contract.components?.schemas ?? {} });

/** The parts of the control plane's contract that the console and the command line read, by operation. */
export const operations = Object.fromEntries(
  Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]: [string, Operation]) => {
      const { operationId, parameters = [], requestBody, responses } = operation;
      const body = schemaIn(requestBody);
      const response = schemaIn(responses[200]);
      const described: ControlOperation = {
        method: method.toUpperCase(),
        path,
        fields: body ? Object.fromEntries(describeFields(shapeOf(body), "")) : {},
        query: Object.fromEntries(parameters.flatMap(describeParameter)),
        units: response ? Object.fromEntries(describeUnits(shapeOf(response), "")) : {},
      };
      return [operationId, described];
    }),
  ),
) as Record<OperationId, ControlOperation>;

function schemaIn({ content }: { content?: Record<string, MediaType> } = {}): Schema | undefined {
  return content?.["application/json"]?.schema;
}

function describeParameter(given: Parameter | Reference): [name: string, field: ControlField][] {
  const parameter = resolve<Parameter>(contract, given);
  if (parameter.in !== "query") return [];
  const { name, schema, description } = parameter;
  return [
    [
      name,
      { ...describeField(shapeOf(schema), false), ...(description && { about: description }) },
    ],
  ];
}

/** The fields of an object, those of objects in it too, by their path. */
function describeFields(shape: Shape, prefix: string): [path: string, field: ControlField][] {
  return Object.entries(fieldsOf(shape)).flatMap(([name, field]): [string, ControlField][] => {
    const inner = describeFields(field.shape, `${prefix}${name}.`);
    return inner.length > 0
      ? inner
      : [[`${prefix}${name}`, describeField(field.shape, field.required)]];
  });
}

function describeField(shape: Shape, required: boolean): ControlField {
  const form = follow(shape);
  const { description: about } = form.notes;
  const common = {
    required,
    nullable: form.nullable === true,
    ...(about !== undefined && { about }),
  };
  if (form.kind === "number") {
    const { minimum, maximum } = form;
    const plain = form.integer ? "integer" : "number";
    const kind = numberUnit(form) === "money" ? "money" : plain;
    return {
      ...common,
      kind,
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
    };
  }
  if (form.kind === "list") return { ...common, kind: "choices", options: listOptions(form.items) };
  if (form.kind === "choice") return { ...common, kind: "choice", options: listOptions(form) };
  if (form.kind === "record") return { ...common, kind: "object" };
  const maxLength = form.kind === "text" ? form.maxLength : undefined;
  const kind = form.kind === "text" && form.format === "date-time" ? "time" : "text";
  return { ...common, kind, ...(maxLength !== undefined && { maxLength }) };
}

/** Units of the numbers in a response; those in a list have the list's path. */
function describeUnits(shape: Shape, path: string): [path: string, unit: "money" | "length"][] {
  const form = follow(shape);
  if (form.kind === "list") return describeUnits(form.items, path);
  const unit = numberUnit(form);
  if (unit) return [[path, unit]];
  const prefix = path && `${path}.`;
  return Object.entries(fieldsOf(form)).flatMap(([name, field]) =>
    describeUnits(field.shape, prefix + name),
  );
}

/** The unit of a number, by the name of its schema. */
function numberUnit({ notes: { name = "" } }: Shape): "money" | "length" | undefined {
  if (["Amount", "Balance", "Centavos"].includes(name)) return "money";
  return ["Milliseconds", "Offset"].includes(name) ? "length" : undefined;
}

function listOptions(shape: Shape): string[] {
  const form = follow(shape);
  return form.kind === "choice" ? form.values.map(String) : [];
}
