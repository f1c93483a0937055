// Bodies that generated packages can send and read.
import { bodyKind } from "./media-types.ts";
import type { Document, MediaType, Schema } from "./openapi.ts";
import { hasParts, listFormVariants } from "./read-layout.ts";
import { makeShapes, type Shapes } from "./shapes/normalise.ts";
import { type Form, fieldsOf, follow, innerShapes, type Shape } from "./shapes/shape.ts";
import { SpecError } from "./spec-error.ts";

/**
 * Why no generated package can carry a body of a media type; undefined if they can.
 *
 * @throws {SpecError} if its schema cannot be read
 */
export function findBodyProblem(
  schemas: SchemaReader,
  type: string,
  { schema }: MediaType,
  subject: string,
  isRequest: boolean,
): string | undefined {
  const kind = bodyKind(type);
  if (!kind) return "bodies have to be JSON, text or bytes.";
  const shape = schema && schemas.read(schema, subject);
  if (kind === "form" || kind === "multipart") {
    if (!isRequest) return "only requests have forms.";
    const isOpen = kind === "form" && shape?.kind === "record";
    const variants = shape && kind === "form" ? listFormVariants(shape) : [shape];
    if (!isOpen && variants.some((one) => one && one.kind !== "object"))
      return "a form has to be an object with known fields.";
    if (haveMixedFields(variants))
      return "a field of a form has to be a list, or an object, in each of its variants or in none.";
  }
  if (isRequest && kind === "events") return "only responses have events.";
  const isWhole = kind === "text" || kind === "bytes";
  return isWhole && shape && hasParts(shape) ? "objects and lists have to be JSON." : undefined;
}

/** Whether a field has several parts in one variant, and one part in another. */
function haveMixedFields(variants: readonly (Shape | undefined)[]): boolean {
  const known = new Map<string, boolean>();
  return variants.some((variant) =>
    Object.entries(variant ? fieldsOf(variant) : {}).some(([name, { shape }]) => {
      const before = known.get(name) ?? hasParts(shape);
      known.set(name, before);
      return before !== hasParts(shape);
    }),
  );
}

/** Reads the schemas of operations, however deep; each component once. */
export class SchemaReader {
  readonly #shapes: Shapes;
  /** Each component: why it cannot be read, and the components that it refers to. */
  readonly #components = new Map<string, { reason?: string; references: Set<string> }>();

  constructor(document: Document) {
    this.#shapes = makeShapes(document.components?.schemas ?? {});
  }

  /** @throws {SpecError} if the schema, or any schema that it refers to, cannot be read */
  read(schema: Schema, subject: string): Form {
    const shape = this.#shapes.shapeOf(schema, subject);
    const seen = referencesIn(shape);
    // A set may grow while it is walked through.
    for (const name of seen) {
      const { reason, references } = this.#component(name);
      if (reason !== undefined) throw new SpecError(`${subject}: ${reason}`);
      for (const other of references) seen.add(other);
    }
    return follow(shape);
  }

  #component(name: string) {
    const known = this.#components.get(name);
    if (known) return known;
    const found: { reason?: string; references: Set<string> } = { references: new Set() };
    try {
      found.references = referencesIn(this.#shapes.named(name));
    } catch (error) {
      if (!(error instanceof SpecError)) throw error;
      found.reason = error.message;
    }
    this.#components.set(name, found);
    return found;
  }
}

/** Names of the components that a shape refers to itself. */
function referencesIn(shape: Shape, found = new Set<string>()): Set<string> {
  if (shape.kind === "reference") found.add(shape.name);
  for (const part of innerShapes(shape)) referencesIn(part, found);
  return found;
}
