// The shapes of a document's schemas: their composition. Their rules are read where they are written.
import type { Schema } from "@packages/contract/src/openapi.ts";
import { schemaName } from "@packages/contract/src/pointer.ts";
import { remember } from "@packages/contract/src/remember.ts";
import {
  intersect,
  NoShapeError,
  NoValueError,
  unspecified,
} from "@packages/contract/src/shapes/intersect.ts";
import { makeShapesFrom, type Shapes } from "@packages/contract/src/shapes/normalise.ts";
import { partPointers, type Shape } from "@packages/contract/src/shapes/shape.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import {
  isTree,
  jsonOf,
  type Place,
  type Source,
  step,
  type Tree,
  treeAt,
  valueAt,
} from "../place.ts";
import { statedTypes } from "./types.ts";

/** A schema object as it is written, with its place and, if it is a component, its name. */
export interface SchemaNode {
  schema: Tree;
  at: string;
  name?: string;
}

export function schemaNode(value: unknown, at: string): SchemaNode {
  if (value !== undefined && typeof value !== "boolean" && !isTree(value))
    throw new SpecError(`${at} has to be a schema: an object, \`true\` or \`false\`.`);
  if (isTree(value)) return { schema: value, at };
  // `true` allows everything, `false` nothing.
  return { schema: value === false ? { not: {} } : {}, at };
}

/** The value of a keyword, and the place of the keyword. */
export interface KeywordValue<Value = unknown> {
  value: Value;
  at: string;
}

/** The value of a keyword in each of the schemas that has it. */
export function keywordsIn(nodes: readonly SchemaNode[], keyword: string): KeywordValue[] {
  return nodes.flatMap(({ schema, at }) =>
    schema[keyword] === undefined ? [] : [{ value: schema[keyword], at: step(at, keyword) }],
  );
}

/** The value of a keyword in the first of the schemas that has it. */
export function firstKeyword(
  nodes: readonly SchemaNode[],
  keyword: string,
): KeywordValue | undefined {
  const node = nodes.find(({ schema }) => keyword in schema);
  return node && { value: node.schema[keyword], at: step(node.at, keyword) };
}

/** Marks the name of a schema whose forms are left out, as one of them is composed of it. */
const withoutForms = "forms of ";
const knownShapes = new WeakMap<Source, SchemaShapes>();

/** The shapes of a document. */
export function shapesFor(source: Source): SchemaShapes {
  const shapes = knownShapes.get(source) ?? new SchemaShapes(source);
  knownShapes.set(source, shapes);
  return shapes;
}

/** Stands between a place and the number of a schema that is not written there. */
const madePlace = "#/";

/** The schemas of a document, which may be anybody's, as the shapes need them. */
export class SchemaShapes {
  readonly #source: Source;
  readonly #shapes: Shapes;
  /** Schemas that the document does not have. */
  readonly #made: Tree[] = [];
  readonly #written = new Map<string, unknown>();
  readonly #nodes = new WeakMap<Shape, SchemaNode[]>();
  readonly #compositions = new Map<string, Schema>();
  #extensions: Map<string, SchemaNode[]> | undefined;

  constructor(source: Source) {
    this.#source = source;
    this.#shapes = makeShapesFrom({
      find: (name) => this.#compositionOf(name),
      nameOf: (reference) => reference,
      pointerOf: (name) => name.replace(withoutForms, ""),
      isPlace: true,
    });
  }

  /** The shape of a schema that may stand nowhere in the document. */
  shapeOf({ schema, at }: SchemaNode): Shape {
    const isWritten = this.schemaAt(at) === schema;
    const place = isWritten ? at : `${at}${madePlace}${this.#made.push(schema) - 1}`;
    const { $ref: name = place } = this.#reference(schema, place);
    const target = () => this.#shapes.named(name);
    return { kind: "reference", name, target, isPlace: true, annotations: { pointer: place } };
  }

  /** The shape of the values that fit all of some shapes. */
  all(shapes: readonly Shape[]): Shape {
    return shapes.reduce((whole, shape) => intersect(whole, shape), unspecified);
  }

  /** The schemas that a shape is made of, its own first; references are followed to schemas that have a shape. */
  nodesOf(shape: Shape): SchemaNode[] {
    const nodes = this.#nodes.get(shape) ?? this.#nodesAt(partPointers(shape, ...targets(shape)));
    this.#nodes.set(shape, nodes);
    return nodes;
  }

  /** The same without those that it refers to. */
  ownNodesOf(shape: Shape): SchemaNode[] {
    return this.#nodesAt(partPointers(shape));
  }

  #nodesAt(pointers: readonly string[]): SchemaNode[] {
    return pointers.flatMap((at): SchemaNode[] => {
      const found = this.schemaAt(at);
      if (Array.isArray(found)) return [];
      const name = schemaName(`#${at}`);
      const { schema } = schemaNode(found, at);
      const isBare = this.#isBare(schema);
      return [{ schema: isBare ? {} : schema, at, ...(name !== undefined && { name }) }];
    });
  }

  /** The components that extend a schema with a discriminator which lists no forms: each of them is one. */
  childrenOf({ schema, at }: SchemaNode): SchemaNode[] {
    if (!isTree(schema.discriminator) || "oneOf" in schema || "anyOf" in schema) return [];
    this.#extensions ??= this.#readExtensions();
    return this.#extensions.get(at) ?? [];
  }

  #readExtensions(): Map<string, SchemaNode[]> {
    const found = new Map<string, SchemaNode[]>();
    const schemas = treeAt(treeAt(this.#source.root, "components"), "schemas") ?? {};
    for (const [name, schema] of Object.entries(schemas)) {
      const child = { ...schemaNode(schema, step("/components/schemas", name)), name };
      for (const at of this.#basesOf(child, [child.at]))
        found.set(at, [...(found.get(at) ?? []), child]);
    }
    return found;
  }

  /** Places of the schemas that a schema is composed of. */
  #basesOf({ schema, at }: SchemaNode, seen: string[]): string[] {
    const list = Array.isArray(schema.allOf) ? schema.allOf : [];
    const own = list.map((entry, index) =>
      onlyForm({ value: entry, at: step(step(at, "allOf"), index) }),
    );
    return own.filter(isPlace).flatMap((entry) => {
      const base = this.#source.resolve(entry);
      if (seen.includes(base.at)) return [];
      seen.push(base.at);
      return [base.at, ...this.#basesOf({ schema: base.value, at: base.at }, seen)];
    });
  }

  /** A schema as it is written. */
  schemaAt(at: string): unknown {
    const known = this.#written.get(at);
    if (known !== undefined) return known;
    const [place = "", number] = at.includes(madePlace) ? at.split(/#(?=\/\d)/) : [at];
    const found =
      number === undefined ? valueAt(this.#source.root, place) : valueAt(this.#made, number);
    return remember(this.#written, at, found);
  }

  #isBare(schema: Tree): boolean {
    return typeof schema.$ref === "string" && this.#source.hasBareReferences;
  }

  /** The composition of a schema; each schema within it is a reference, so that it is read when it is compared. */
  #compositionOf(name: string): Schema {
    return this.#compositions.get(name) ?? remember(this.#compositions, name, this.#compose(name));
  }

  #compose(name: string): Schema {
    const at = name.replace(withoutForms, "");
    const { schema } = schemaNode(this.schemaAt(at), at);
    const { $ref } = schema;
    const isBase = name !== at;
    const prefix = isBase ? withoutForms : "";
    const target =
      typeof $ref === "string" ? { $ref: `${prefix}${this.#source.find($ref, at).at}` } : {};
    if (this.#isBare(schema)) return target;
    const children = isBase
      ? []
      : this.childrenOf({ schema, at }).map((child) => [child.name, child.at]);
    const types = children.length > 0 ? ["object"] : statedTypes(schema);
    if (types?.length === 0) throw new NoValueError(`${at}: no value is of this type.`);
    return {
      ...target,
      ...(types && { type: types }),
      ...this.#formsIn(schema, at, isBase),
      ...(isTree(schema.properties) && { properties: this.#propertiesIn(schema.properties, at) }),
      ...(Array.isArray(schema.required) && {
        required: schema.required.filter((key) => typeof key === "string"),
      }),
      ...(schema.items !== undefined &&
        schema.items !== false && { items: this.#reference(schema.items, step(at, "items")) }),
      ...(children.length > 0 && {
        discriminator: { propertyName: "", mapping: Object.fromEntries(children) },
      }),
    };
  }

  #formsIn(schema: Tree, at: string, isBase: boolean): Schema {
    const keywords = isBase ? ["allOf"] : ["allOf", "anyOf", "oneOf"];
    const lists = keywords.map((keyword): [string, Schema[]] => {
      const list = Array.isArray(schema[keyword]) ? schema[keyword] : [];
      const references = list
        .map((entry, index) => this.#reference(entry, step(step(at, keyword), index)))
        // A schema within itself adds nothing.
        .filter(({ $ref }) => $ref !== at);
      return [keyword, keyword === "allOf" ? this.#basesIn(references, at) : references];
    });
    return Object.fromEntries(lists.filter(([, references]) => references.length > 0));
  }

  /** References to the parts of a schema; a base that lists it as one of its forms has chosen it. */
  #basesIn(references: Schema[], at: string): Schema[] {
    const bases = references.map(({ $ref = "" }) => $ref);
    return this.#distinct(bases).map((base) => ({
      $ref: this.#hasForm(base, at) ? `${withoutForms}${base}` : base,
    }));
  }

  /** The places of some schemas; of those that are written alike, one. */
  #distinct(places: string[]): string[] {
    if (places.length < 2) return places;
    return [...new Map(places.map((at) => [jsonOf(this.schemaAt(at)), at])).values()];
  }

  /** Whether a schema has another as one of its forms. */
  #hasForm(place: string, form: string): boolean {
    const node = schemaNode(this.schemaAt(place), place);
    const { value: schema, at } = this.#source.resolve({ value: node.schema, at: place });
    if (this.childrenOf({ schema, at }).some((child) => child.at === form)) return true;
    return ["anyOf", "oneOf"].some((keyword) => {
      const list = schema[keyword];
      return (
        Array.isArray(list) &&
        list.some((entry) => isTree(entry) && this.#source.pointerOf(String(entry.$ref)) === form)
      );
    });
  }

  #propertiesIn(properties: Tree, at: string): Record<string, Schema> {
    const place = step(at, "properties");
    return Object.fromEntries(
      Object.entries(properties).map(([name, value]) => [
        name,
        this.#reference(value, step(place, name)),
      ]),
    );
  }

  /** The reference to a schema; one that is only a reference leads to its target, a list of one form to that form. */
  #reference(written: unknown, place: string): Schema {
    const seen = new Set<string>();
    let { value, at } = onlyForm({ value: written, at: place });
    while (this.#isOnlyReference(value) && !seen.has(at)) {
      seen.add(at);
      ({ value, at } = onlyForm(this.#source.find(value.$ref, at)));
    }
    return { $ref: at };
  }

  #isOnlyReference(value: unknown): value is { $ref: string } {
    if (!isTree(value) || typeof value.$ref !== "string") return false;
    return Object.keys(value).length === 1 || this.#isBare(value);
  }
}

/** The shapes that a reference leads to, until one is a form; none if a schema on the way lacks a shape. */
function targets(shape: Shape): Shape[] {
  try {
    if (shape.kind !== "reference") return [];
    const target = shape.target();
    return [target, ...targets(target)];
  } catch (error) {
    if (error instanceof NoShapeError) return [];
    throw error;
  }
}

/** The form that a schema is, if it has only a list of one form. */
function onlyForm(entry: { value: unknown; at: string }): { value: unknown; at: string } {
  const { value, at } = entry;
  if (!isTree(value) || Object.keys(value).length !== 1) return entry;
  for (const keyword of ["anyOf", "oneOf"]) {
    const list = value[keyword];
    if (Array.isArray(list) && list.length === 1)
      return onlyForm({ value: list[0], at: step(step(at, keyword), 0) });
  }
  return entry;
}

/** An entry of a list that is an object. */
function isPlace(entry: { value: unknown; at: string }): entry is Place {
  return isTree(entry.value);
}
