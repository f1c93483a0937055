import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { makeReaders, type Reader } from "@packages/contract/src/check/read.ts";
import { isObject } from "@packages/contract/src/check/run.ts";
import {
  type Document,
  type MediaType,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from "@packages/contract/src/openapi.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { fieldsOf, follow, type Shape } from "@packages/contract/src/shapes/shape.ts";
import document from "@pix-contract/control/openapi.json" with { type: "json" };
import type { ControlField, ControlOperation, OperationId } from "./control-client.ts";

const contract = document as unknown as Document;
const { shapeOf } = shapesOf({ schemas: contract.components?.schemas ?? {} });
// Objects take no fields but their own, so that a misspelt one is reported.
const tableMaker = new TableMaker({
  formats: new Set(Object.keys(standardFormats)),
  isClosed: true,
});
const readerFor = makeReaders(tableMaker.table, standardFormats);

/** An operation of the control plane. Its parts are read on demand: a call needs few of them. */
class ContractOperation implements ControlOperation {
  readonly method: string;
  readonly path: string;
  readonly isBodyRequired: boolean;
  readonly #queried: readonly Parameter[];
  readonly #body: Shape | undefined;
  readonly #response: Schema | undefined;
  #checkQuery: Reader | undefined;
  #checkBody: Reader | undefined;

  constructor(method: string, path: string, operation: Operation) {
    const { parameters = [], requestBody, responses } = operation;
    this.method = method.toUpperCase();
    this.path = path;
    this.isBodyRequired = requestBody?.required ?? false;
    this.#queried = parameters
      .map((parameter) => resolve<Parameter>(contract, parameter))
      .filter((parameter) => parameter.in === "query");
    const body = schemaIn(requestBody);
    this.#body = body && shapeOf(body);
    this.#response = schemaIn(responses[200]);
  }

  get fields(): Record<string, ControlField> {
    return this.#body ? Object.fromEntries(describeFields(this.#body, "")) : {};
  }

  get query(): Record<string, ControlField> {
    const fields = this.#queried.map(({ name, schema, description: about }) => {
      const field = describeField(shapeOf(schema), false);
      return [name, about === undefined ? field : { ...field, about }] as const;
    });
    return Object.fromEntries(fields);
  }

  get units(): ControlOperation["units"] {
    return this.#response ? Object.fromEntries(describeUnits(shapeOf(this.#response), "")) : {};
  }

  get checkQuery(): Reader {
    this.#checkQuery ??= this.#makeQueryCheck();
    return this.#checkQuery;
  }

  #makeQueryCheck(): Reader {
    const shapes = this.#queried.map(({ name, schema }) => {
      return [name, { required: false, shape: shapeOf(schema) }] as const;
    });
    return readerFor(tableMaker.addFields(Object.fromEntries(shapes)));
  }

  /** Undefined if the operation takes no body. */
  get checkBody(): Reader | undefined {
    this.#checkBody ??= this.#body && readerFor(tableMaker.add(this.#body));
    return this.#checkBody;
  }
}

/** The control plane's contract by operation, for its server, the console and the command line. */
export const operations = Object.fromEntries(
  Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]: [string, Operation]) => {
      return [operation.operationId, new ContractOperation(method, path, operation)];
    }),
  ),
) as Record<OperationId, ContractOperation>;

/** The descriptions of patterns. */
export const forms: Readonly<Record<string, string>> = Object.fromEntries(findForms(contract));

function findForms(part: unknown): [pattern: string, description: string][] {
  if (Array.isArray(part)) return part.flatMap(findForms);
  if (!isObject(part)) return [];
  const { pattern, description } = part;
  const inner = Object.values(part).flatMap(findForms);
  const isForm = typeof pattern === "string" && typeof description === "string";
  return isForm ? [...inner, [pattern, description]] : inner;
}

function schemaIn({ content }: { content?: Record<string, MediaType> } = {}): Schema | undefined {
  return content?.["application/json"]?.schema;
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
  const { description: about } = form.annotations;
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
  if (form.kind === "array")
    return { ...common, kind: "choices", options: listOptions(form.items) };
  if (form.kind === "enum") return { ...common, kind: "choice", options: listOptions(form) };
  if (form.kind === "record") return { ...common, kind: "object" };
  const maxLength = form.kind === "string" ? form.maxLength : undefined;
  const kind = form.kind === "string" && form.format === "date-time" ? "time" : "text";
  return { ...common, kind, ...(maxLength !== undefined && { maxLength }) };
}

/** Units of the numbers in a response; those in a list have the list's path. */
function describeUnits(shape: Shape, path: string): [path: string, unit: "money" | "length"][] {
  const form = follow(shape);
  if (form.kind === "array") return describeUnits(form.items, path);
  const unit = numberUnit(form);
  if (unit) return [[path, unit]];
  const prefix = path && `${path}.`;
  return Object.entries(fieldsOf(form)).flatMap(([name, field]) =>
    describeUnits(field.shape, prefix + name),
  );
}

/** The unit of a number, by the name of its schema. */
function numberUnit({ annotations: { name = "" } }: Shape): "money" | "length" | undefined {
  if (["Amount", "Balance", "Centavos"].includes(name)) return "money";
  return ["Milliseconds", "Offset"].includes(name) ? "length" : undefined;
}

function listOptions(shape: Shape): string[] {
  const form = follow(shape);
  return form.kind === "enum" ? form.values.map(String) : [];
}
