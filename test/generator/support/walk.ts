import type { Reference } from "@packages/contract/src/openapi.ts";

/** A place of a document, and what stands there. */
export interface Place {
  /** Steps from the root. */
  path: string[];
  value: Record<string, unknown>;
}

/** Every object of a document with its place; what examples and defaults hold is data, and left out. */
export function* placesOf(value: unknown, path: string[] = []): Generator<Place> {
  if (value === null || typeof value !== "object") return;
  if (!Array.isArray(value)) yield { path, value: value as Record<string, unknown> };
  const names = ["properties", "schemas", "x-values"].includes(path.at(-1) ?? "") && !isName(path);
  for (const [key, entry] of Object.entries(value)) {
    const data =
      key === "value" ||
      key === "example" ||
      key === "default" ||
      (key === "examples" && Array.isArray(entry));
    if (names || !data) yield* placesOf(entry, [...path, key]);
  }
}

/** Whether the last step of a path is the name of a field, whatever it reads like. */
function isName(path: string[]): boolean {
  const parent = path.slice(0, -1);
  return ["properties", "schemas"].includes(parent.at(-1) ?? "") && !isName(parent);
}

/** Every reference of a document, with the place that holds it. */
export function referencesOf(document: unknown): { path: string[]; $ref: string }[] {
  return [...placesOf(document)].flatMap(({ path, value }) => {
    const { $ref } = value as Partial<Reference>;
    return typeof $ref === "string" ? [{ path, $ref }] : [];
  });
}

/** What a JSON pointer leads to, by RFC 6901; undefined where that is nothing. */
export function follow(document: unknown, pointer: string): unknown {
  const steps = pointer.split("/").slice(1);
  return steps.reduce<unknown>((value, step) => {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    return value !== null && typeof value === "object" && Object.hasOwn(value, key)
      ? (value as Record<string, unknown>)[key]
      : undefined;
  }, document);
}
