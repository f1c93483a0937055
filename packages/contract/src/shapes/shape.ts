// The forms of a value as a closed union: a contract's schemas after references, `allOf`, nullability and
// inheritance are resolved. Whatever reads schemas reads these.
import type { Basis } from "../behaviour.ts";
import type { Codes, Scalar } from "../check/table.ts";
import type { Json, RateLimitPart } from "../openapi.ts";

/** A contract's statements about a value besides its form. */
export interface Annotations {
  /** JSON pointer of the schema in the document. */
  pointer: string;
  /** JSON pointers of all schemas that it is made of, its own first; if absent, only its own. */
  parts?: readonly string[];
  /** JSON pointer of the alternative that it is, of a union. */
  variant?: string;
  /** Name of the component schema, if it is one. */
  name?: string;
  description?: string;
  default?: Json;
  examples?: Json[];
  basis?: Basis;
  deprecated?: boolean;
  /** The last day on which it works, as `2027-06-30`. */
  sunset?: string;
  /** The meaning of each value of a list. */
  values?: Record<string, { description?: string; "x-basis"?: Basis }>;
  /** The part of a rate limit that it reports. */
  rateLimitPart?: RateLimitPart;
  /** Whether logs must not show it. */
  personal?: boolean;
  /** Error codes by broken rule. */
  codes?: Codes;
  /** Whether it is a file of a form. */
  isFile?: true;
  /** Whether fields are left out that requests do not have. */
  isInput?: true;
}

/** A field of an object. */
export interface FieldShape {
  required: boolean;
  shape: Shape;
  /** The string's format by the value of another field. */
  formatBy?: { property: string; formats: Record<string, string> };
}

/** The content of a shape, by its kind. */
interface ShapeKinds {
  string: { minLength?: number; maxLength?: number; patterns: string[]; format?: string };
  /** Bounds of a number by keyword, and its divisors. */
  number: {
    integer: boolean;
    minimum?: number;
    maximum?: number;
    exclusiveMinimum?: number;
    exclusiveMaximum?: number;
    multiples: number[];
    format?: string;
    /** Whether it is a `bigint` in programs. */
    bigint?: true;
  };
  boolean: object;
  constant: { value: Scalar };
  /** One of some values; `open` if a reader has to accept values that are not listed. */
  enum: { values: Scalar[]; open: boolean };
  array: { items: Shape; minItems?: number; maxItems?: number; unique: boolean };
  /** An object whose names are free. */
  record: { values: Shape };
  /** An object with known fields; other fields are left out, refused, or read by a shape. */
  object: { fields: Record<string, FieldShape>; rest: "left-out" | "refused" | Shape };
  /** A union whose variant the value of a field names. */
  discriminated: {
    field: string;
    variants: Record<string, Shape>;
    /** For values that name no variant; they are refused if absent. */
    otherwise?: Shape;
    /** Whether a reader has to accept values that name no variant. */
    open: boolean;
  };
  /** A union of forms; `exact` if a value may fit only one of them. */
  union: { variants: Shape[]; exact: boolean };
  /** A component schema, by name: the shape that `target` returns may hold this reference again. */
  reference: {
    name: string;
    target: () => Shape;
    /** Whether the name is only a place, so that the rest of the composition is read when it is followed. */
    isPlace?: true;
  };
  anything: object;
}

/** A shape of one of some kinds. */
export type ShapeOf<Kind extends keyof ShapeKinds> = {
  [One in Kind]: {
    kind: One;
    annotations: Annotations;
    /** Whether null is taken as well. */
    nullable?: boolean;
  } & ShapeKinds[One];
}[Kind];

export type Shape = ShapeOf<keyof ShapeKinds>;
export type StringShape = ShapeOf<"string">;
export type NumberShape = ShapeOf<"number">;
export type ArrayShape = ShapeOf<"array">;
export type ObjectShape = ShapeOf<"object">;
export type DiscriminatedShape = ShapeOf<"discriminated">;
/** The kinds whose values have parts. */
export const compositeKinds: readonly Shape["kind"][] = [
  "array",
  "record",
  "object",
  "discriminated",
];
/** The kinds whose values are one string, number or boolean. */
export const scalarKinds: readonly Shape["kind"][] = [
  "string",
  "number",
  "boolean",
  "enum",
  "constant",
];
/** A shape that is not a reference. */
export type Form = Exclude<Shape, { kind: "reference" }>;
/** The rules that a shape of any kind may state; those of other kinds are absent. */
export type Rules = Partial<
  Omit<StringShape, "kind"> & Omit<NumberShape, "kind"> & Omit<ArrayShape, "kind">
>;

/** A function for each kind of shape; TypeScript reports the kind that is left out. */
export type Visitor<Result> = { [Kind in keyof ShapeKinds]: (shape: ShapeOf<Kind>) => Result };

/** Calls the function for a shape's kind. */
export function visit<Result>(shape: Shape, visitor: Visitor<Result>): Result {
  return (visitor[shape.kind] as (shape: Shape) => Result)(shape);
}

/** JSON pointers of the schemas that shapes are made of. */
export function partPointers(...shapes: { annotations: Annotations }[]): string[] {
  const all = new Set<string>();
  for (const { annotations } of shapes)
    for (const pointer of annotations.parts ?? [annotations.pointer])
      if (pointer !== "") all.add(pointer);
  return [...all];
}

/** The target of a reference, with the annotations of the reference itself; any other shape is its own. */
export function follow(shape: Shape): Form {
  if (shape.kind !== "reference") return shape;
  const target = follow(shape.target());
  const codes = { ...target.annotations.codes, ...shape.annotations.codes };
  return {
    ...target,
    ...((shape.nullable || target.nullable) && { nullable: true }),
    annotations: {
      ...target.annotations,
      ...shape.annotations,
      parts: partPointers(shape, target),
      ...(Object.keys(codes).length > 0 && { codes }),
    },
  };
}

/** The target of a reference, without the annotations of the reference; any other shape is its own. */
export function skipReferences(shape: Shape): Form {
  return shape.kind === "reference" ? skipReferences(shape.target()) : shape;
}

/** The known fields of an object; none for any other shape. */
export function fieldsOf(shape: Shape): Readonly<Record<string, FieldShape>> {
  const form = follow(shape);
  return form.kind === "object" ? form.fields : {};
}

/** The values that a shape lists; undefined for a shape that lists none. */
export function valuesOf(shape: Shape): readonly Scalar[] | undefined {
  const form = follow(shape);
  if (form.kind === "constant") return [form.value];
  return form.kind === "enum" ? form.values : undefined;
}

/** Whether every value of a shape is a string, which can be written as it is, without JSON. */
export function isString(shape: Shape): boolean {
  return (
    follow(shape).kind === "string" ||
    (valuesOf(shape)?.every((value) => typeof value === "string") ?? false)
  );
}

/** The required fields of an object that can have one value only, and that value. */
export function findConstants(shape: Shape): Record<string, Scalar> {
  const constants = Object.entries(fieldsOf(shape)).flatMap(([name, field]): [string, Scalar][] => {
    const form = follow(field.shape);
    return field.required && form.kind === "constant" && !form.nullable ? [[name, form.value]] : [];
  });
  return Object.fromEntries(constants);
}

/** The shapes directly inside another. References are not followed. */
export function innerShapes(shape: Shape): Shape[] {
  const none = (): Shape[] => [];
  return visit<Shape[]>(shape, {
    string: none,
    number: none,
    boolean: none,
    constant: none,
    enum: none,
    anything: none,
    reference: none,
    array: ({ items }) => [items],
    record: ({ values }) => [values],
    object: ({ fields, rest }) => [
      ...Object.values(fields).map((field) => field.shape),
      ...(typeof rest === "string" ? [] : [rest]),
    ],
    discriminated: ({ variants, otherwise }) => [
      ...Object.values(variants),
      ...(otherwise ? [otherwise] : []),
    ],
    union: ({ variants }) => variants,
  });
}

/** A shape and every shape inside it, however deep, references followed; each component schema once. */
export function* shapesWithin(shape: Shape, seen = new Set<string>()): Generator<Shape> {
  yield shape;
  if (shape.kind === "reference") {
    if (seen.has(shape.name)) return;
    seen.add(shape.name);
    yield* shapesWithin(shape.target(), seen);
  }
  for (const part of innerShapes(shape)) yield* shapesWithin(part, seen);
}

/** Whether a shape of a request lacks fields that responses have. */
export function isInput(shape: Shape): boolean {
  return [...shapesWithin(shape)].some(({ annotations }) => annotations.isInput);
}
