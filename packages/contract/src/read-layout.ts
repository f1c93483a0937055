// How parameters and the fields of forms stand in a request, by OpenAPI's words.
import type { ObjectLayout, ValueLayout } from "./layout.ts";
import { bodyKind } from "./media-types.ts";
import type { Body, Contract } from "./model.ts";
import type { Encoding, MediaType, Parameter } from "./openapi.ts";
import type { PathExpansion } from "./path-expansion.ts";
import type { FormLayout } from "./read-form.ts";
import { requestShapesOf, type Shapes } from "./shapes/normalise.ts";
import { compositeKinds, fieldsOf, follow, type Shape } from "./shapes/shape.ts";

const layoutsByStyle: Record<string, ValueLayout> = { spaceDelimited: " ", pipeDelimited: "|" };

/**
 * The layout of a parameter's value; undefined if it has one part.
 *
 * @param others names of the operation's other parameters in the same place
 */
export function readLayout(
  parameter: Parameter,
  shapes: Shapes,
  others: readonly string[],
): ValueLayout | ObjectLayout | undefined {
  const { in: place, schema, content, style = "form", explode = style === "form" } = parameter;
  const { shapeOf } = shapes;
  if (content) return "json";
  if (!hasParts(shapeOf(schema))) return undefined;
  if (place === "path" && findExpansion(parameter, shapes)) return undefined;
  if (place !== "query") return ",";
  if (style === "deepObject") return "brackets";
  const fields = readFormFields(shapeOf(schema));
  if (fields && !explode) return { separator: "," };
  if (fields)
    return {
      ...(fields === "any" ? { except: others } : { fields }),
      ...(parameter.required && { required: true }),
    };
  return layoutsByStyle[style] ?? (explode ? "repeated" : ",");
}

/** How a parameter stands in a path, if not as one string or as items with commas between them. */
export function findExpansion(
  { in: place, schema, content, style = "simple", explode = false }: Parameter,
  { shapeOf }: Shapes,
): PathExpansion | undefined {
  if (place !== "path" || content) return undefined;
  const shape = shapeOf(schema);
  const operator = { label: ".", matrix: ";" }[style] ?? "";
  const isList = follow(shape).kind === "array";
  const parts = isList ? "items" : hasParts(shape) && "fields";
  if (operator === "" && parts !== "fields") return undefined;
  return { operator: operator as "" | "." | ";", explode, ...(parts && { parts }) };
}

/**
 * Names of the fields of an object that `style: form` has a place for: with scalars, or lists of them. Undefined for other
 * values.
 */
export function readFormFields(shape: Shape): string[] | "any" | undefined {
  const form = follow(shape);
  if (form.kind === "record") return isFlat(form.values) ? "any" : undefined;
  if (form.kind !== "object" || !Object.values(form.fields).every((one) => isFlat(one.shape)))
    return undefined;
  if (typeof form.rest === "string") return Object.keys(form.fields);
  return isFlat(form.rest) ? "any" : undefined;
}

/** Whether a value is a scalar, or a list of scalars. */
function isFlat(shape: Shape): boolean {
  const form = follow(shape);
  return form.kind === "array" ? !hasParts(form.items) : !hasParts(form);
}

/** The objects that a form may be. */
export function listFormVariants(shape: Shape): Shape[] {
  const form = follow(shape);
  if (form.kind === "discriminated") return Object.values(form.variants).flatMap(listFormVariants);
  return form.kind === "union" ? form.variants.flatMap(listFormVariants) : [form];
}

/** How the fields of a form stand in it; undefined for another body. */
export function readForm(
  mediaType: string,
  { schema, encoding = {} }: MediaType,
  { shapeOf }: Shapes,
): FormLayout | undefined {
  const kind = bodyKind(mediaType);
  if (kind !== "form" && kind !== "multipart") return undefined;
  const isMultipart = kind === "multipart";
  const fields = listFormVariants(shapeOf(schema)).flatMap((form) =>
    Object.entries(fieldsOf(form)),
  );
  const layouts = fields.flatMap(([name, { shape }]) => {
    if (isMultipart && isFile(shape)) return [];
    const layout = layoutOfField(shape, encoding[name] ?? {}, isMultipart);
    return layout ? [[name, layout]] : [];
  });
  const files = fields.flatMap(([name, { shape }]) => (isMultipart && isFile(shape) ? [name] : []));
  const types = Object.entries(encoding).flatMap(([name, { contentType = "" }]) => {
    const [first = ""] = contentType.split(",");
    return isMultipart && first !== "" && !first.includes("*") ? [[name, first.trim()]] : [];
  });
  return {
    ...(layouts.length > 0 && { layouts: Object.fromEntries(layouts) }),
    ...(files.length > 0 && { files }),
    ...(types.length > 0 && { types: Object.fromEntries(types) }),
  };
}

function layoutOfField(
  shape: Shape,
  encoding: Encoding,
  isMultipart: boolean,
): ValueLayout | undefined {
  if (!hasParts(shape)) return undefined;
  const { style = "form", explode = style === "form" } = encoding;
  if (style === "deepObject") return "brackets";
  const form = follow(shape);
  const isListOfScalars = form.kind === "array" && !hasParts(form.items);
  if (!isListOfScalars) return "json";
  if (isMultipart) return undefined;
  return layoutsByStyle[style] ?? (explode ? "repeated" : ",");
}

/** Whether a value is a list or an object, or may be one. */
export function hasParts(shape: Shape): boolean {
  const form = follow(shape);
  if (form.kind === "union") return form.variants.some(hasParts);
  return compositeKinds.includes(form.kind);
}

/** Whether a field of a multipart form is a file or a list of them: of no type, as OpenAPI 3.1 has it, or of the format binary. */
export function isFile(shape: Shape): boolean {
  const form = follow(shape);
  if (form.kind === "array") return isFile(form.items);
  return form.kind === "anything" || (form.kind === "string" && form.format === "binary");
}

/** The shape of a multipart form, in which files are Blobs. */
export function shapeWithFiles(shape: Shape, { files = [] }: FormLayout): Shape {
  const form = follow(shape);
  if (form.kind !== "object" || files.length === 0) return shape;
  const asFile = (one: Shape): Shape => {
    const field = follow(one);
    if (field.kind === "array") return { ...field, items: asFile(field.items) };
    const { examples: _, default: _none, ...annotations } = field.annotations;
    return { kind: "anything", annotations: { ...annotations, isFile: true } };
  };
  const fields = Object.entries(form.fields).map(([name, field]) => [
    name,
    files.includes(name) ? { ...field, shape: asFile(field.shape) } : field,
  ]);
  const { name: _name, ...annotations } = form.annotations;
  return { ...form, fields: Object.fromEntries(fields), annotations };
}

/** The shape of the body of a request: without fields that are read-only, and with the files of a form. */
export function readBodyShape(contract: Pick<Contract, "schemas">, body: Body, place = ""): Shape {
  const shape = requestShapesOf(contract).shapeOf(body.schema, place);
  if (bodyKind(body.mediaType) === "lines")
    return { kind: "array", items: shape, unique: false, annotations: { pointer: place } };
  return body.form ? shapeWithFiles(shape, body.form) : shape;
}
