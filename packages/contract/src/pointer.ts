// JSON pointers (RFC 6901), and references: pointers into a document, in which a URI escapes more characters.

/** An object of a document, with keys that are not known yet. */
export type Tree = Record<string, unknown>;

export function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** The pointer one step further. */
export function step(at: string, key: string | number): string {
  const name = String(key);
  return `${at}/${/[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name}`;
}

/** Steps of a pointer or reference. */
export function splitPointer(pointer: string): string[] {
  const path = pointer.startsWith("#") ? decode(pointer) : pointer;
  const steps = path.split("/");
  steps.shift();
  if (!path.includes("~")) return steps;
  return steps.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A part of a URL without its escapes; unchanged if they are broken. */
export function decode(reference: string): string {
  try {
    return decodeURIComponent(reference);
  } catch {
    return reference;
  }
}

/** The target of a pointer or reference; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  return splitPointer(pointer).reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null && Object.hasOwn(part, key)
        ? Reflect.get(part, key)
        : undefined,
    root,
  );
}

/** The reference to a place in a document. */
export function referenceTo(...path: string[]): string {
  return path.reduce((at, key) => `${at}/${encodeURIComponent(step("", key).slice(1))}`, "#");
}

/** Name of the component schema that a reference points at; undefined if it points at anything else. */
export function schemaName(reference: string): string | undefined {
  const start = "#/components/schemas/";
  // Most pointers lead further: they are not taken apart.
  if (!reference.startsWith(start) || reference.includes("/", start.length)) return undefined;
  return splitPointer(reference)[2];
}
