import type { Format } from "../../runtime/server/formats.ts";
import type { Document } from "../contract/openapi.ts";
import { SpecError } from "../contract/spec-error.ts";

/** Keywords whose values are data, not schemas. */
const data = new Set(["example", "examples", "default", "enum", "x-example", "x-examples"]);

/**
 * Looks for formats that nobody can check, because a server would let every value pass.
 *
 * @throws {SpecError} with the place of the first one in the document
 */
export function assertKnownFormats(document: Document, formats: Readonly<Record<string, Format>>): void {
  const visit = (value: unknown, place: readonly string[]): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, format, "x-format-by": by } = value as Record<string, unknown>;
    // A field may be called `format`; a format stands beside a type.
    const named = type !== undefined && typeof format === "string" ? [format] : [];
    const chosen = Object.values((by as { formats?: Record<string, string> } | undefined)?.formats ?? {});
    const unknown = [...named, ...chosen].find((name) => !Object.hasOwn(formats, name));
    if (unknown !== undefined) {
      throw new SpecError(
        `${place.join(".")}: nobody knows how to check the format ${JSON.stringify(unknown)}: add it to formats/index.ts beside the spec.`,
      );
    }
    for (const [key, entry] of Object.entries(value)) if (!data.has(key)) visit(entry, [...place, key]);
  };
  visit({ paths: document.paths, webhooks: document.webhooks, components: document.components }, []);
}
