import type { Basis } from "../behaviour.ts";
import type {
  BasisKind,
  ConstraintAnnotations,
  Field,
  Row,
  Scalar,
  ScalarConstraint,
} from "../check/table.ts";
import {
  type ArrayShape,
  type DiscriminatedShape,
  type FieldShape,
  follow,
  type NumberShape,
  type ObjectShape,
  type Rules,
  type Shape,
  type StringShape,
  visit,
} from "./shape.ts";

/** How rows are made. */
export interface TableOptions {
  /** Names of the formats that are checked; others are refused, or left out if `isOpen`. Any name if absent. */
  formats?: ReadonlySet<string>;
  /** Whether values that a set or a union does not list yet are taken, as by a receiver of lists that may grow. */
  isOpen?: boolean;
  /** Whether objects without a word on other fields refuse them. */
  isClosed?: boolean;
}

/** A table under way. */
export class TableMaker {
  readonly table: Row[] = [];
  readonly #options: TableOptions;
  readonly #rows = new Map<string, number>();
  /** Rows of named shapes, by the additions of their uses. */
  readonly #named = new Map<Shape, Map<string, number>>();

  constructor(options: TableOptions = {}) {
    this.#options = options;
  }

  /**
   * The row of a shape; a shape that comes again has the row of the first.
   *
   * @param above basis of the enclosing part, if that covers all of it
   */
  add(shape: Shape, above?: BasisKind): number {
    if (shape.nullable) {
      const { nullable: _nullable, ...one } = shape;
      return this.#put({
        kind: "nullable",
        of: this.add(one as Shape, above),
        ...constraintAnnotations(shape, above),
      });
    }
    if (shape.kind !== "reference") return this.#put(this.#rowOf(shape, above));
    const target = follow(shape);
    const { basis, within } = ofTarget(shape, above);
    const named = this.#named.get(shape.target()) ?? new Map<string, number>();
    this.#named.set(shape.target(), named);
    const key = JSON.stringify([target.annotations.codes ?? {}, within]);
    const known = named.get(key);
    if (known !== undefined) return known;
    // Its place is taken before it is made, because it may hold itself.
    const place = this.table.push({ kind: "any" }) - 1;
    named.set(key, place);
    const { basis: _use, ...annotations } = target.annotations;
    const { nullable, ...form } = {
      ...target,
      annotations: { ...annotations, ...(basis && { basis }) },
    };
    const row = this.#rowOf(form as Shape, within);
    this.table[place] = nullable
      ? { kind: "nullable", of: this.#put(row), ...constraintAnnotations(form as Shape, within) }
      : row;
    return place;
  }

  /** The row of an object with these fields. */
  addFields(fields: Record<string, FieldShape>): number {
    return this.#put(
      this.#objectRow({ kind: "object", fields, rest: "left-out", annotations: { pointer: "" } }),
    );
  }

  #put(row: Row): number {
    const json = JSON.stringify(row);
    const known = this.#rows.get(json) ?? this.table.push(row) - 1;
    this.#rows.set(json, known);
    return known;
  }

  #rowOf(shape: Shape, above?: BasisKind): Row {
    const within = basisWithin(shape, above);
    const form = visit<Row>(shape, {
      string: (string) => ({ kind: "string", ...this.#rulesOf(string) }),
      number: (number) => ({
        kind: "number",
        ...(number.integer && { integer: true }),
        ...(number.bigint && { bigint: true }),
        ...this.#rulesOf(number),
      }),
      boolean: () => ({ kind: "boolean" }),
      constant: ({ value }) => ({ kind: "enum", values: [value] }),
      enum: ({ values, open }) =>
        open && this.#options.isOpen ? openRow(values) : { kind: "enum", values },
      array: (list) => ({
        kind: "array",
        items: this.add(list.items, within),
        ...this.#rulesOf(list),
      }),
      record: ({ values }) => ({ kind: "record", values: this.add(values, within) }),
      object: (object) => this.#objectRow(object, within),
      discriminated: (union) => this.#discriminatedRow(union, within),
      union: ({ variants, exact }) => ({
        kind: "union",
        variants: variants.map((variant) => this.add(variant, within)),
        ...(exact && { exact: true }),
      }),
      reference: ({ target }) => this.#rowOf(target(), within),
      anything: ({ annotations: { isFile } }) => ({ kind: isFile ? "file" : "any" }),
    });
    return { ...form, ...constraintAnnotations(shape, above ?? basisOfVariants(shape)) };
  }

  #discriminatedRow(
    { field, variants, otherwise, open }: DiscriminatedShape,
    within?: BasisKind,
  ): Row {
    const rows = Object.entries(variants).map(([tag, variant]) => [
      tag,
      this.add(withTag(variant, field, tag), within),
    ]);
    const unlisted = open && this.#options.isOpen && { otherwise: this.#put({ kind: "any" }) };
    return {
      kind: "discriminated",
      field,
      variants: Object.fromEntries(rows) as Record<string, number>,
      ...(otherwise ? { otherwise: this.add(otherwise, within) } : unlisted),
    };
  }

  #objectRow(whole: ObjectShape, within?: BasisKind): Row {
    const { fields, rest } = whole;
    const known = Object.entries(fields);
    const choices = known.flatMap(([name, { formatBy, shape }]) => {
      if (!formatBy) return [];
      const annotations = constraintAnnotations(follow(shape), within);
      return [{ name, by: formatBy.property, formats: formatBy.formats, ...annotations }];
    });
    const isClosed = rest === "refused" || (rest === "left-out" && this.#options.isClosed);
    const presence = known.flatMap(([name, { required, shape }]) => {
      const basis = required && basisOfPresence(shape, basisOfPresence(whole, within));
      return basis ? [[name, basis]] : [];
    });
    return {
      kind: "object",
      fields: known.map(([name, field]) => this.#fieldRow(name, field, within)),
      ...(typeof rest !== "string" && { rest: this.add(rest, within) }),
      ...(isClosed && { rest: false as const }),
      ...(choices.length > 0 && { formats: choices }),
      ...(presence.length > 0 && { presence: Object.fromEntries(presence) }),
    };
  }

  #fieldRow(name: string, { required, shape }: FieldShape, within?: BasisKind): Field {
    const row = this.add(shape, within);
    if (required) return [name, row, 1];
    const fallback = follow(shape).annotations.default;
    return fallback === undefined ? [name, row] : [name, row, 0, fallback];
  }

  /** Rules in the order in which they count: the maximum length, rules with a separate code, the format, the others. */
  #rulesOf(shape: StringShape | NumberShape | ArrayShape): { rules?: ScalarConstraint[] } {
    const { annotations } = shape;
    const rules = rulesIn(shape).filter(([rule, limit]) => {
      // An unknown format is a remark for people.
      return rule !== "format" || (this.#options.formats?.has(String(limit)) ?? true);
    });
    const { codes = {} } = annotations;
    const rank = ([rule]: ScalarConstraint): number => {
      if (rule === "maxLength") return 0;
      if (rule in codes || "*" in codes) return 1;
      return rule === "format" ? 2 : 3;
    };
    return rules.length > 0 ? { rules: rules.sort((a, b) => rank(a) - rank(b)) } : {};
  }
}

/** A variant with the field that names it, which the schemas of variants may leave out. */
function withTag(variant: Shape, field: string, tag: string): Shape {
  const form = follow(variant);
  if (form.kind !== "object" || Object.hasOwn(form.fields, field)) return variant;
  const shape: Shape = {
    kind: "constant",
    value: tag,
    annotations: { pointer: form.annotations.pointer },
  };
  return { ...form, fields: { [field]: { required: true, shape }, ...form.fields } };
}

/**
 * The basis of a reference's target, and of the part around it. The basis of the reference is that of one use: of its
 * rules the target itself says where they come from.
 */
function ofTarget(shape: Shape, above?: BasisKind): { basis?: Basis; within?: BasisKind } {
  if (shape.kind === "reference") return ofTarget(shape.target(), basisWithin(shape, above));
  const { basis } = shape.annotations;
  return { ...(basis && { basis }), ...(above && { within: above }) };
}

/** The basis of every form of a union: no document states that there is no other. */
function basisOfVariants(shape: Shape): BasisKind | undefined {
  if (shape.kind !== "union") return undefined;
  const kinds = shape.variants.map((variant) => ofTarget(variant).basis?.kind);
  return kinds.includes(undefined) ? undefined : kinds[0];
}

/** Keywords that a basis may name and that do not constrain a value. */
const noConstraints = ["default", "description", "required"];

/**
 * Error codes and bases of a shape's constraints: the kind of the shape's basis for all of them, null for the documented ones.
 *
 * @param inherited basis of the shape that has this one
 */
function constraintAnnotations(
  { annotations: { codes, basis } }: Shape,
  inherited?: BasisKind,
): ConstraintAnnotations {
  const documented = (basis?.documented ?? [])
    .filter((keyword) => !noConstraints.includes(keyword))
    .map((keyword): [string, null] => [keyword === "value" ? "enum" : keyword, null]);
  const kind = basis?.kind ?? inherited;
  return {
    ...(codes && { codes }),
    ...(kind && { basis: { "*": kind, ...Object.fromEntries(documented) } }),
  };
}

/** Where the presence of a field comes from; undefined if it is documented. */
function basisOfPresence(
  { annotations: { basis } }: Shape,
  above?: BasisKind,
): BasisKind | undefined {
  if (!basis) return above;
  return basis.documented?.includes("required") ? undefined : basis.kind;
}

/** The basis inside a shape: its own, unless a part of its statement is documented, or the enclosing one. */
function basisWithin({ annotations: { basis } }: Shape, above?: BasisKind): BasisKind | undefined {
  if (!basis) return above;
  return basis.documented ? undefined : basis.kind;
}

/** Values of the types that are listed. */
function openRow(values: readonly Scalar[]): Row {
  const types = new Set(values.map((value) => typeof value));
  if (types.size === 1 && types.has("string")) return { kind: "string" };
  return types.size === 1 && types.has("number") ? { kind: "number" } : { kind: "any" };
}

const bounds = [
  ...([
    "maxLength",
    "minLength",
    "maximum",
    "minimum",
    "exclusiveMaximum",
    "exclusiveMinimum",
  ] as const),
  ...(["maxItems", "minItems"] as const),
];

/** The rules that a shape states, bounds first. */
function rulesIn(shape: StringShape | NumberShape | ArrayShape): ScalarConstraint[] {
  const stated: Rules = shape;
  const { patterns = [], multiples = [], format, unique } = stated;
  return [
    ...bounds.flatMap((name): ScalarConstraint[] =>
      stated[name] === undefined ? [] : [[name, stated[name]]],
    ),
    ...patterns.map((pattern): ScalarConstraint => ["pattern", pattern]),
    ...multiples.map((divisor): ScalarConstraint => ["multipleOf", divisor]),
    ...(format === undefined ? [] : [["format", format] satisfies ScalarConstraint]),
    ...(unique ? [["uniqueItems", 1] satisfies ScalarConstraint] : []),
  ];
}
