// The one place that understands JSON Schema: references, `allOf`, nullability and inheritance end here.

import { compoundKey } from "../compound-key.ts";
import type { Contract } from "../model.ts";
import type { Schema } from "../openapi.ts";
import { schemaName, step } from "../pointer.ts";
import { remember } from "../remember.ts";
import { SpecError } from "../spec-error.ts";
import {
  closeObject,
  intersect,
  isNull,
  NoShapeError,
  toRecord,
  unspecified,
} from "./intersect.ts";
import {
  annotationsOf,
  assertUnderstood,
  hasConstraints,
  listedShapes,
  mappingOf,
  pick,
  readPattern,
  takesNull,
  typesOf,
} from "./keywords.ts";
import { type Annotations, type FieldShape, partPointers, type Shape } from "./shape.ts";

/** Normalises the schemas of one contract. */
export interface Shapes {
  /**
   * The shape of a schema.
   *
   * @param pointer of the schema in the document, for messages
   * @throws {SpecError} with the place of a schema that cannot be normalised
   */
  shapeOf(schema: Schema, pointer?: string): Shape;
  /** The shape of a component schema. */
  named(name: string): Shape;
}

const shapesOfDocuments = new WeakMap<object, Shapes>();
const ofRequests = new WeakMap<object, Shapes>();

/** The shapes of a contract; each component schema is normalised once. */
export function shapesOf({ schemas }: Pick<Contract, "schemas">): Shapes {
  const shapes = shapesOfDocuments.get(schemas) ?? makeShapes(schemas);
  shapesOfDocuments.set(schemas, shapes);
  return shapes;
}

/** The shapes of requests to a contract's server: without fields that are read-only. */
export function requestShapesOf(contract: Pick<Contract, "schemas">): Shapes {
  const { schemas } = contract;
  const known = ofRequests.get(schemas);
  if (known) return known;
  const hasReadOnly = JSON.stringify(schemas).includes('"readOnly":true');
  const shapes = hasReadOnly ? makeShapes(schemas, true) : shapesOf(contract);
  ofRequests.set(schemas, shapes);
  return shapes;
}

/** The schemas that references lead to, by name. */
export interface SchemaSource {
  find(this: void, name: string): Schema | boolean | undefined;
  /** Name of the schema that a reference leads to; undefined if it leads to none. */
  nameOf(this: void, reference: string): string | undefined;
  /** JSON pointer of a schema, for messages and annotations. */
  pointerOf(this: void, name: string): string;
  /** Whether the names are only places. */
  isPlace?: true;
}

function componentSource(schemas: Readonly<Record<string, Schema>>): SchemaSource {
  return {
    find: (name) => (Object.hasOwn(schemas, name) ? schemas[name] : undefined),
    nameOf: schemaName,
    pointerOf: (name) => step("#/components/schemas", name),
  };
}

/**
 * Normalises the component schemas of a document, each on first use.
 *
 * @param isRequest whether fields that are read-only are left out
 */
export function makeShapes(schemas: Readonly<Record<string, Schema>>, isRequest = false): Shapes {
  return makeShapesFrom(componentSource(schemas), isRequest);
}

/** Normalises the schemas of a source, each on first use. */
export function makeShapesFrom(source: SchemaSource, isRequest = false): Shapes {
  const named = new Map<string, Shape>();
  /** Schemas as the bases of others. */
  const bases = new Map<string, Shape>();
  /** Keys of the schemas that are being normalised. */
  const pending = new Set<string>();
  const isNullable = (schema: Schema | boolean) =>
    takesNull(schema, (reference) => {
      const name = source.nameOf(reference);
      return name === undefined ? undefined : source.find(name);
    });
  const normaliser = new Normaliser({ ...source, resolve, isNullable, isRequest });

  function resolve(name: string, place: string, isBase: boolean): Shape {
    const schema = source.find(name);
    if (schema === undefined) throw new SpecError(`${place}: unknown schema ${name}.`);
    const normalised = isBase ? bases : named;
    const known = normalised.get(name);
    if (known) return known;
    // Throws if the schema refers to itself alone: it has no shape.
    isNullable(schema);
    const key = compoundKey(String(isBase), name);
    if (pending.has(key)) throw new NoShapeError(`${place}: ${name} is composed of itself.`);
    pending.add(key);
    try {
      const form = normaliser.normalise(schema, source.pointerOf(name), isBase);
      const shape = { ...form, annotations: { ...form.annotations, name } } as Shape;
      if (source.isPlace) remember(normalised, name, shape);
      else normalised.set(name, shape);
      return shape;
    } finally {
      pending.delete(key);
    }
  }

  return {
    shapeOf: (schema, pointer = "") => normaliser.normalise(schema, pointer, false),
    named: (name) => resolve(name, name, false),
  };
}

/** A normaliser's knowledge of the other schemas. */
interface Setting extends Omit<SchemaSource, "find"> {
  resolve(this: void, name: string, place: string, isBase: boolean): Shape;
  isNullable(schema: Schema): boolean;
  isRequest: boolean;
}

/** Schemas that may be composed of each other; more are too many for the stack. */
const maxComposed = 1_000;

class Normaliser {
  readonly #setting: Setting;
  /** Schemas that are being composed, which cannot be composed of themselves. */
  readonly #composing: string[] = [];

  constructor(setting: Setting) {
    this.#setting = setting;
  }

  /** @param isBase whether another schema is composed of this one: then a discriminator chooses nothing */
  normalise(schema: Schema | boolean, pointer: string, isBase: boolean): Shape {
    if (schema === true) return { kind: "anything", annotations: { pointer } };
    if (schema === false) throw new SpecError(`${pointer}: the schema \`false\` allows no value.`);
    assertUnderstood(schema, pointer);
    const annotations = annotationsOf(schema, pointer);
    const parts: Shape[] = [
      ...(schema.$ref === undefined
        ? []
        : [this.#refer(schema.$ref, pointer, isBase, hasConstraints(schema))]),
      ...this.#composed(schema, pointer, isBase),
      ...this.#ownForms(schema, pointer, isBase),
      ...this.#unions(schema, pointer, isBase),
    ];
    const [first, ...others] = parts;
    if (!first) return { kind: "anything", annotations };
    const whole = others.reduce((part, other) => intersect(part, other), first);
    const { additionalProperties, unevaluatedProperties: rest } = schema;
    const isClosed = rest !== undefined && additionalProperties === undefined;
    const shape = isClosed
      ? closeObject(whole, this.#rest(rest, `${pointer}/unevaluatedProperties`))
      : whole;
    const codes = { ...shape.annotations.codes, ...annotations.codes };
    const { name: _name, ...given } = shape.annotations;
    const own = { ...(shape.kind === "reference" ? {} : given), ...annotations };
    const sources = shape.kind === "reference" ? [{ annotations }] : [{ annotations }, shape];
    return {
      ...shape,
      annotations: {
        ...own,
        parts: partPointers(...sources),
        ...(Object.keys(codes).length > 0 && { codes }),
      },
    } as Shape;
  }

  #nameIn(reference: string, place: string): string {
    const name = this.#setting.nameOf(reference);
    if (name !== undefined) return name;
    if (reference.startsWith("#"))
      throw new SpecError(`${place}: ${reference} is not a component schema.`);
    const reason = /^https?:/.test(reference)
      ? "nothing is fetched: download that file, and refer to it by its path"
      : "there is no such file, or no such place in it";
    throw new SpecError(`${place.replace(/\/\$ref$/, "")} leads to ${reference}, and ${reason}.`);
  }

  /** @param isWhole whether its target is needed at once, to be composed with the schema next to it */
  #refer(reference: string, pointer: string, isBase: boolean, isWhole: boolean): Shape {
    const place = `${pointer}/$ref`;
    if (isBase || isWhole) return this.#inline(reference, place, isBase);
    const name = this.#nameIn(reference, place);
    const { resolve, isPlace } = this.#setting;
    return {
      kind: "reference",
      name,
      ...(isPlace && { isPlace }),
      target: () => resolve(name, place, false),
      annotations: { pointer },
    };
  }

  #inline(reference: string, place: string, isBase: boolean): Shape {
    const name = this.#nameIn(reference, place);
    if (this.#composing.includes(name))
      throw new NoShapeError(`${place}: ${name} is composed of itself.`);
    if (this.#composing.length === maxComposed)
      throw new NoShapeError(
        `${place}: more than ${maxComposed} schemas are composed of each other.`,
      );
    this.#composing.push(name);
    try {
      return this.#setting.resolve(name, place, isBase);
    } finally {
      this.#composing.pop();
    }
  }

  /** The parts of `allOf`: bases, whose discriminators have chosen already. */
  #composed({ allOf = [], ...schema }: Schema, pointer: string, isBase: boolean): Shape[] {
    const [only, ...others] = allOf;
    const isAlone = others.length === 0 && !hasConstraints({ ...schema, $ref: "" });
    const target = only && !hasConstraints(only) ? only.$ref : undefined;
    if (!isBase && isAlone && target !== undefined)
      return [this.#refer(target, `${pointer}/allOf/0`, false, false)];
    return allOf.map((part, index) => {
      const place = `${pointer}/allOf/${index}`;
      return part.$ref !== undefined && !hasConstraints(part)
        ? this.#inline(part.$ref, `${place}/$ref`, true)
        : this.normalise(part, place, true);
    });
  }

  /** A shape for each type that a schema names, as a union if there are several. */
  #ownForms(schema: Schema, pointer: string, isBase: boolean): Shape[] {
    const annotations: Annotations = { pointer };
    const values = listedShapes(schema, pointer);
    const forms = typesOf(schema).map((type) => this.#formOf(type, schema, pointer, isBase));
    const [form, ...others] = forms.filter((shape) => !isNull(shape));
    const nullable = forms.some(isNull) && form !== undefined;
    if (!form) return [...forms.slice(0, 1), ...values];
    // A list of types may hold a number that is whole and one that is not.
    const shape: Shape =
      others.length === 0
        ? form
        : { kind: "union", variants: [form, ...others], exact: false, annotations };
    return [nullable ? { ...shape, nullable } : shape, ...values];
  }

  #formOf(type: string, schema: Schema, pointer: string, isBase: boolean): Shape {
    const annotations: Annotations = { pointer };
    switch (type) {
      case "string": {
        const {
          contentEncoding = "",
          format = /^base64(url)?$/.test(contentEncoding) ? contentEncoding : undefined,
        } = schema;
        return {
          kind: "string",
          ...pick(schema, "minLength", "maxLength"),
          patterns: schema.pattern === undefined ? [] : [readPattern(schema.pattern, pointer)],
          ...(format !== undefined && { format }),
          annotations,
        };
      }
      case "number":
      case "integer":
        return {
          kind: "number",
          integer: type === "integer",
          ...pick(schema, "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
          multiples: schema.multipleOf === undefined ? [] : [schema.multipleOf],
          ...(schema["x-bigint"] && { bigint: true as const }),
          ...(schema.format !== undefined && { format: schema.format }),
          annotations,
        };
      case "boolean":
        return { kind: "boolean", annotations };
      case "null":
        return { kind: "constant", value: null, annotations };
      case "array": {
        const { items, uniqueItems: unique = false } = schema;
        const shape =
          items === undefined ? unspecified : this.normalise(items, `${pointer}/items`, false);
        return {
          kind: "array",
          items: shape,
          ...pick(schema, "minItems", "maxItems"),
          unique,
          annotations,
        };
      }
      case "object":
        return this.#object(schema, pointer, isBase);
      default:
        throw new SpecError(`${pointer}/type: unknown type ${JSON.stringify(type)}.`);
    }
  }

  #object(schema: Schema, pointer: string, isBase: boolean): Shape {
    const { properties = {}, required = [] } = schema;
    const others = schema.additionalProperties;
    const rest =
      others === undefined ? "left-out" : this.#rest(others, `${pointer}/additionalProperties`);
    const names = [
      ...Object.keys(properties),
      ...required.filter((name) => !Object.hasOwn(properties, name)),
    ];
    const fields = names.flatMap((name): [string, FieldShape][] => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (this.#isLeftOut(property)) return [];
      if (property === undefined && rest === "refused") {
        throw new SpecError(
          `${pointer}/required: ${name} is required, but the schema does not allow it.`,
        );
      }
      const other = typeof rest === "object" ? rest : unspecified;
      const shape =
        property === undefined
          ? other
          : this.normalise(property, step(`${pointer}/properties`, name), false);
      const formatBy = property?.["x-format-by"];
      return [[name, { required: required.includes(name), shape, ...(formatBy && { formatBy }) }]];
    });
    const isInput = Object.values(properties).some((property) => this.#isLeftOut(property));
    const annotations: Annotations = { pointer, ...(isInput && { isInput }) };
    const object = toRecord({
      kind: "object",
      fields: Object.fromEntries(fields),
      rest,
      annotations,
    });
    const { discriminator, oneOf, anyOf } = schema;
    const isTagged = !isBase && !oneOf && !anyOf;
    if (!isTagged || !discriminator?.mapping) return object;
    return this.#discriminated(schema, discriminator.mapping, pointer, object);
  }

  #isLeftOut(property: Schema | undefined): boolean {
    return this.#setting.isRequest && property?.readOnly === true;
  }

  #rest(schema: Schema | boolean, pointer: string): "refused" | Shape {
    return schema === false ? "refused" : this.normalise(schema, pointer, false);
  }

  #discriminated(
    schema: Schema,
    mapping: Record<string, string>,
    pointer: string,
    otherwise?: Shape,
  ): Shape {
    const variants = Object.entries(mapping).map(([tag, reference]) => [
      tag,
      this.#alternative(
        this.#refer(reference, `${pointer}/discriminator/mapping/${tag}`, false, false),
      ),
    ]);
    return {
      kind: "discriminated",
      field: schema.discriminator?.propertyName ?? "",
      variants: Object.fromEntries(variants) as Record<string, Shape>,
      ...(otherwise && { otherwise }),
      open: schema["x-open-set"] ?? false,
      annotations: { pointer },
    };
  }

  /** A form that knows which of several it is. */
  #alternative(shape: Shape): Shape {
    const { pointerOf } = this.#setting;
    const variant = shape.kind === "reference" ? pointerOf(shape.name) : shape.annotations.pointer;
    return { ...shape, annotations: { ...shape.annotations, variant } };
  }

  /** `anyOf` and `oneOf`; null among the forms makes the others take it. */
  #unions(schema: Schema, pointer: string, isBase: boolean): Shape[] {
    const { discriminator } = schema;
    return (["anyOf", "oneOf"] as const).flatMap((keyword): Shape[] => {
      const schemas = schema[keyword];
      if (!schemas) return [];
      const place = `${pointer}/${keyword}`;
      const isNullable = this.#setting.isNullable({ [keyword]: schemas });
      const nullable = isNullable && { nullable: true };
      if (discriminator)
        return [
          {
            ...this.#discriminated(schema, mappingOf(schemas, discriminator.mapping, place), place),
            ...nullable,
          },
        ];
      const all = schemas.map((one, index) => this.normalise(one, `${place}/${index}`, isBase));
      const exact = keyword === "oneOf";
      // Null that fits several forms does not fit one of them.
      const isLifted = isNullable && all.some(isNull);
      const variants = isLifted ? all.filter((shape) => !isNull(shape)) : all;
      const [first, ...others] = variants;
      if (!first) return all.slice(0, 1);
      const codes = Object.assign(
        {},
        ...variants.map(({ annotations }) => annotations.codes),
      ) as Record<string, string>;
      const annotations: Annotations = {
        pointer: place,
        ...(Object.keys(codes).length > 0 && { codes }),
      };
      const apart = variants.map((variant) => this.#alternative(variant));
      const shape: Shape =
        others.length === 0 ? first : { kind: "union", variants: apart, exact, annotations };
      return [isLifted ? { ...shape, ...nullable } : shape];
    });
  }
}
