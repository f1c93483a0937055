import { SpecError } from "../spec-error.ts";
import {
  type ArrayShape,
  type FieldShape,
  follow,
  type NumberShape,
  type ObjectShape,
  partPointers,
  type Shape,
  type ShapeOf,
  type StringShape,
  scalarKinds,
  valuesOf,
} from "./shape.ts";

/** The shape of a value that no schema constrains. */
export const unspecified: Shape = { kind: "anything", annotations: { pointer: "" } };

function isUnconstrained(shape: Shape): boolean {
  return shape.kind === "anything" && shape.annotations.pointer === "";
}

/** Whether two unions have the same references: such as one that two parts of `allOf` both repeat. */
function isSameUnion({ variants }: ShapeOf<"union">, other: Shape): boolean {
  const namesOf = (list: readonly Shape[]) =>
    list.map((shape) => (shape.kind === "reference" ? shape.name : undefined));
  const names = namesOf(variants);
  return (
    other.kind === "union" &&
    names.length === other.variants.length &&
    namesOf(other.variants).every((name, index) => name !== undefined && name === names[index])
  );
}

function isAnyObject(shape: Shape): boolean {
  return shape.kind === "record" && isUnconstrained(shape.values);
}

/** Shapes within each other that may be intersected: those of schemas that hold each other have no end. */
const maxNesting = 50;

/** Alternatives beyond which unions are not multiplied out. */
const maxVariants = 200;

/**
 * The shape of the values that fit two shapes: of `allOf`, and of keywords that stand side by side. The annotations of the
 * second win.
 *
 * @param depth shapes in which these two stand
 */
export function intersect(first: Shape, second: Shape, depth = 0): Shape {
  // Not followed: its target may hold it again.
  const isSame =
    first.kind === "reference" && second.kind === "reference" && first.name === second.name;
  if (isSame && !first.nullable && !second.nullable)
    return { ...second, annotations: mergeAnnotations(first, second, partPointers(first, second)) };
  // Nor is one that may be anything else: only annotations are added.
  const [one, ...more] = [first, second].filter(({ kind }) => kind !== "anything");
  if (one?.kind === "reference" && more.length === 0)
    return { ...one, annotations: mergeAnnotations(first, second, partPointers(first, second)) };
  if (depth === maxNesting)
    throw new NoShapeError(
      `${second.annotations.pointer}: this schema and ${first.annotations.pointer} contain themselves, and cannot be composed.`,
    );
  const nullable = acceptsNull(first) && acceptsNull(second);
  const intersection =
    intersectForms(first, second, depth + 1) ??
    (nullable ? nullShape : refuseIntersection(first, second));
  const form = nullable || intersection.kind !== "reference" ? intersection : follow(intersection);
  const { nullable: _nullable, ...both } = {
    ...form,
    annotations: mergeAnnotations(first, second),
  };
  const addsNull = nullable && form !== nullShape && both.kind !== "anything";
  return (addsNull ? { ...both, nullable } : both) as Shape;
}

/** @param parts of both; those of their targets by default */
function mergeAnnotations(
  first: Shape,
  second: Shape,
  parts = partPointers(follow(first), follow(second)),
): Shape["annotations"] {
  const codes = { ...first.annotations.codes, ...second.annotations.codes };
  const merged = { ...first.annotations, ...second.annotations, parts };
  return Object.keys(codes).length > 0 ? { ...merged, codes } : merged;
}

const nullShape: Shape = { kind: "constant", value: null, annotations: { pointer: "" } };

/** Whether null alone fits. */
export function isNull(shape: Shape): boolean {
  return shape.kind === "constant" && shape.value === null;
}

function acceptsNull(shape: Shape): boolean {
  const form = follow(shape);
  if (form.nullable === true || form.kind === "anything" || isNull(form)) return true;
  if (form.kind !== "union") return false;
  const count = form.variants.filter(acceptsNull).length;
  return form.exact ? count === 1 : count > 0;
}

/** Undefined if no value fits both. */
function intersectForms(one: Shape, other: Shape, depth: number): Shape | undefined {
  if (one.kind === "anything") return other;
  if (other.kind === "anything") return one;
  const first = follow(one);
  const second = follow(other);
  if (first.kind === "anything") return other;
  if (second.kind === "anything") return one;
  // A shape that only requires an object adds nothing to one.
  if (isAnyObject(first) && toObject(second)) return other;
  if (isAnyObject(second) && toObject(first)) return one;
  if (first.kind === "union" && isSameUnion(first, second)) return second;
  if (first.kind === "union") {
    const count = first.variants.length * (second.kind === "union" ? second.variants.length : 1);
    if (count > maxVariants)
      throw new NoShapeError(
        `${second.annotations.pointer}: this schema and ${first.annotations.pointer} have ${count} alternatives together, which is more than ${maxVariants}.`,
      );
    return distribute(first, (variant) => intersect(variant, second, depth));
  }
  if (second.kind === "union")
    return distribute(second, (variant) => intersect(first, variant, depth));
  if (first.kind === "discriminated" && isAnyObject(second)) return first;
  if (first.kind === "discriminated" && toObject(second)) {
    const variants = Object.entries(first.variants).map(
      ([tag, variant]) => [tag, intersect(variant, second, depth)] as const,
    );
    const otherwise = first.otherwise && intersect(first.otherwise, second, depth);
    return { ...first, variants: Object.fromEntries(variants), ...(otherwise && { otherwise }) };
  }
  if (second.kind === "discriminated" && toObject(first))
    return intersectForms(second, first, depth);
  if (first.kind === "string" && second.kind === "string") return intersectStrings(first, second);
  if (first.kind === "number" && second.kind === "number") return intersectNumbers(first, second);
  if (first.kind === "boolean" && second.kind === "boolean") return second;
  if (first.kind === "array" && second.kind === "array")
    return intersectLists(first, second, depth);
  const objects = [first, second].map(toObject);
  if (objects[0] && objects[1]) return intersectObjects(objects[0], objects[1], depth);
  return intersectValues(first, second) ?? intersectValues(second, first);
}

/** A schema has no shape, as it is composed. */
export class NoShapeError extends SpecError {}

/** No value fits. */
export class NoValueError extends NoShapeError {}

function refuseIntersection(first: Shape, second: Shape): never {
  throw new NoValueError(
    `${second.annotations.pointer}: no value can be both ${first.kind} and ${second.kind}, as this schema and ${first.annotations.pointer} require.`,
  );
}

function distribute(union: ShapeOf<"union">, change: (variant: Shape) => Shape): Shape | undefined {
  const variants = union.variants.flatMap((variant) => {
    try {
      return [change(variant)];
    } catch (error) {
      // A variant that no value matches.
      if (error instanceof NoValueError) return [];
      throw error;
    }
  });
  return variants.length === 0 ? undefined : { ...union, variants };
}

const narrower = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
};

/** The narrower of the bounds of two shapes. */
function narrowBounds(first: Shape, second: Shape): { [Name in keyof typeof narrower]?: number } {
  const entries = Object.entries(narrower).flatMap(([name, choose]) => {
    const given = [first, second].flatMap(
      (shape) => (shape as { [name: string]: unknown })[name] ?? [],
    ) as number[];
    return given.length > 0 ? [[name, choose(...given)]] : [];
  });
  return Object.fromEntries(entries);
}

/** One format for two: a second one cannot be checked as well. */
function chooseFormat(
  first: StringShape | NumberShape,
  second: StringShape | NumberShape,
): { format?: string } {
  const format = second.format ?? first.format;
  if (first.format !== undefined && format !== first.format) {
    throw new SpecError(
      `${second.annotations.pointer}: a value has one format, not both ${first.format} and ${format}.`,
    );
  }
  return format === undefined ? {} : { format };
}

function intersectStrings(first: StringShape, second: StringShape): StringShape {
  const patterns = [...new Set([...first.patterns, ...second.patterns])];
  return { ...second, ...narrowBounds(first, second), patterns, ...chooseFormat(first, second) };
}

function intersectNumbers(first: NumberShape, second: NumberShape): NumberShape {
  const multiples = [...new Set([...first.multiples, ...second.multiples])];
  const integer = first.integer || second.integer;
  return {
    ...second,
    ...narrowBounds(first, second),
    integer,
    multiples,
    ...((first.bigint || second.bigint) && { bigint: true }),
    ...chooseFormat(first, second),
  };
}

function intersectLists(first: ArrayShape, second: ArrayShape, depth: number): ArrayShape {
  const items = intersectWithin(first.items, second.items, depth);
  return {
    ...second,
    ...narrowBounds(first, second),
    items,
    unique: first.unique || second.unique,
  };
}

function toObject(shape: Shape): ObjectShape | undefined {
  if (shape.kind === "object") return shape;
  if (shape.kind !== "record") return undefined;
  return {
    ...shape,
    kind: "object",
    fields: {},
    rest: isUnconstrained(shape.values) ? "left-out" : shape.values,
  };
}

function intersectObjects(first: ObjectShape, second: ObjectShape, depth: number): Shape {
  const names = [...new Set([...Object.keys(first.fields), ...Object.keys(second.fields)])];
  const fields = names.flatMap((name): [string, FieldShape][] => {
    const field = intersectFields(findField(first, name), findField(second, name), second, depth);
    return field ? [[name, field]] : [];
  });
  const rest = intersectRests(first.rest, second.rest, depth);
  return toRecord({ ...second, fields: Object.fromEntries(fields), rest });
}

/** An object without known fields is a record, unless it refuses all others. */
export function toRecord(object: ObjectShape): Shape {
  const { fields, rest, annotations } = object;
  if (Object.keys(fields).length > 0 || rest === "refused") return object;
  return { kind: "record", values: rest === "left-out" ? unspecified : rest, annotations };
}

/** A shape whose objects apply `rest` to fields that no part of the shape mentions. */
export function closeObject(shape: Shape, rest: "refused" | Shape): Shape {
  const form = follow(shape);
  const object = toObject(form);
  if (object) {
    if (object.rest !== "left-out") return form;
    const fields = Object.entries(object.fields).map(([name, field]): [string, FieldShape] => {
      if (!isUnconstrained(field.shape)) return [name, field];
      if (rest !== "refused") return [name, { ...field, shape: rest }];
      throw new SpecError(
        `${form.annotations.pointer}: ${name} is required, but the schema does not allow it.`,
      );
    });
    return toRecord({ ...object, fields: Object.fromEntries(fields), rest });
  }
  if (form.kind === "discriminated")
    return { ...form, ...(form.otherwise && { otherwise: closeObject(form.otherwise, rest) }) };
  if (form.kind !== "union") return form;
  // It would decide which of several objects a value fits.
  if (form.variants.filter(({ kind }) => ![...scalarKinds, "array"].includes(kind)).length > 1)
    throw new SpecError(
      `${form.annotations.pointer}: unevaluatedProperties cannot be checked for a union of objects.`,
    );
  return { ...form, variants: form.variants.map((variant) => closeObject(variant, rest)) };
}

/** A field of an object; the shape of other fields if it is not known, undefined if it is refused. */
function findField({ fields, rest }: ObjectShape, name: string): FieldShape | undefined {
  const own = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (own || rest === "refused") return own;
  return { required: false, shape: rest === "left-out" ? unspecified : rest };
}

function intersectFields(
  first: FieldShape | undefined,
  second: FieldShape | undefined,
  { annotations }: ObjectShape,
  depth: number,
): FieldShape | undefined {
  if (first && second) {
    const formatBy = second.formatBy ?? first.formatBy;
    const required = first.required || second.required;
    const shape = intersectWithin(first.shape, second.shape, depth, required);
    return { required, shape, ...(formatBy && { formatBy }) };
  }
  if (first?.required || second?.required) {
    throw new NoValueError(
      `${annotations.pointer}: a part of allOf requires a field that another part does not allow.`,
    );
  }
  return undefined;
}

/**
 * The shape of a field or an item that fits two shapes. A shape that is stated once keeps its name.
 *
 * @throws {SpecError} if no value fits both, and the whole may do without the field or item
 */
function intersectWithin(first: Shape, second: Shape, depth: number, isRequired = false): Shape {
  if (isUnconstrained(first)) return second;
  if (isUnconstrained(second)) return first;
  if (first.kind === "reference" && second.kind === "reference" && second.isPlace)
    return {
      ...first,
      name: `${first.name} & ${second.name}`,
      target: () => intersect(first, second),
      annotations: { ...first.annotations, parts: partPointers(first, second) },
    };
  try {
    return intersect(first, second, depth);
  } catch (error) {
    throw error instanceof NoValueError && !isRequired ? new NoShapeError(error.message) : error;
  }
}

function intersectRests(
  first: ObjectShape["rest"],
  second: ObjectShape["rest"],
  depth: number,
): ObjectShape["rest"] {
  if (first === "refused" || second === "refused") return "refused";
  if (first === "left-out") return second;
  return second === "left-out" ? first : intersectWithin(first, second, depth);
}

/** Those of some values that fit another shape. */
function intersectValues(first: Shape, second: Shape): Shape | undefined {
  const values = valuesOf(first);
  if (!values) return undefined;
  const left = values.filter((value) => {
    if (second.kind === "enum") return second.values.includes(value);
    if (second.kind === "constant") return second.value === value;
    if (second.kind === "string") return typeof value === "string" && fitsString(value, second);
    if (second.kind === "number") return typeof value === "number" && fitsNumber(value, second);
    return second.kind === "boolean" && typeof value === "boolean";
  });
  const open = first.kind === "enum" && first.open;
  const { annotations } = second;
  if (left.length === 0) return undefined;
  return left.length === 1 && !open
    ? { kind: "constant", value: left[0] ?? null, annotations }
    : { kind: "enum", values: left, open, annotations };
}

function fitsString(
  value: string,
  { minLength = 0, maxLength = Number.POSITIVE_INFINITY, patterns }: StringShape,
): boolean {
  const { length } = [...value];
  return (
    length >= minLength &&
    length <= maxLength &&
    patterns.every((pattern) => new RegExp(pattern, "u").test(value))
  );
}

function fitsNumber(value: number, shape: NumberShape): boolean {
  return (
    (!shape.integer || Number.isInteger(value)) &&
    value >= (shape.minimum ?? value) &&
    value <= (shape.maximum ?? value) &&
    (shape.exclusiveMinimum === undefined || value > shape.exclusiveMinimum) &&
    (shape.exclusiveMaximum === undefined || value < shape.exclusiveMaximum) &&
    shape.multiples.every((divisor) => Number.isInteger(value / divisor))
  );
}
