import { widenErrors } from "@packages/contract/src/document/narrow-errors.ts";
import {
  type Document,
  type Json,
  type MediaType,
  resolve,
  type Schema,
} from "@packages/contract/src/openapi.ts";
import { listParts } from "@packages/contract/src/parts.ts";

/** An example of the contract, the schema that it belongs to, and its place. */
interface CollectedExample {
  place: string;
  schema: Schema;
  value: Json;
}

/** What may hold examples: a schema itself; a header, a parameter or a body with a schema. */
type Holder = Omit<Schema, "examples"> &
  Partial<MediaType> & { name?: string; examples?: MediaType["examples"] | Json[] };

/** Every example of the document, defaults too. */
export function collectExamples(document: Document): CollectedExample[] {
  return listParts(widenErrors(document)).flatMap(({ part, kind, steps }) => {
    if (kind !== "words") return [];
    const { schema, example, examples = {}, default: preset, name = "" } = part as Holder;
    const place = `${steps.slice(-8).join(" ")} ${name}`.trim();
    if (!schema) {
      const values = [
        ...(Array.isArray(examples) ? examples : []),
        ...(preset === undefined ? [] : [preset]),
      ];
      return values.map((value) => ({ place, schema: part as Schema, value }));
    }
    const named = Object.entries(examples).map(([title, one]): CollectedExample => {
      return {
        place: `${place} ${title}`,
        schema,
        value: resolve<{ value: Json }>(document, one).value,
      };
    });
    return [...named, ...(example === undefined ? [] : [{ place, schema, value: example }])];
  });
}

/** A text within an example: its value and the name of its field. */
export interface Text {
  place: string;
  field: string;
  value: string;
  /** The other fields of its object. */
  siblings: Record<string, Json>;
}

/** Every text within an example, however deep. */
export function textsIn({ place, value }: CollectedExample): Text[] {
  const texts: Text[] = [];
  const visit = (inner: Json, path: string[], siblings: Record<string, Json>): void => {
    if (typeof inner === "string")
      texts.push({
        place: `${place} ${path.join(".")}`.trim(),
        field: path.at(-1) ?? place.split(" ").at(-1) ?? "",
        value: inner,
        siblings,
      });
    else if (Array.isArray(inner))
      inner.forEach((entry, index) => void visit(entry, [...path, String(index)], siblings));
    else if (inner !== null && typeof inner === "object") {
      for (const [key, entry] of Object.entries(inner)) visit(entry, [...path, key], inner);
    }
  };
  visit(value, [], {});
  return texts;
}
