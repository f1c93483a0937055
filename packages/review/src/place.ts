// Reading of an OpenAPI document that may be anybody's: every part with its JSON pointer, references followed.
import { isTree, splitPointer, step, type Tree, valueAt } from "@packages/contract/src/pointer.ts";

export { isTree, splitPointer, step, type Tree, valueAt };

/** A part of a document, and its JSON pointer there. */
export interface Place {
  value: Tree;
  at: string;
}

/** A document, which references are followed in. */
export class Source {
  readonly root: Tree;
  /** In OpenAPI 3.0, keywords next to a `$ref` do not count. */
  readonly hasBareReferences: boolean;
  readonly #empty = new Set<string>();
  #anchors: Map<string, string> | undefined;
  readonly #resolved = new Map<string, Place>();

  constructor(root: Tree) {
    this.root = root;
    this.hasBareReferences = String(root.openapi).startsWith("3.0");
  }

  /** References without a target in the document, and the first place that has each. */
  readonly unresolved = new Map<string, string>();

  /** The part that a place stands for, behind its reference if it is one. */
  resolve(place: Place): Place {
    let found = place;
    const seen = new Set<string>();
    while (typeof found.value.$ref === "string") {
      const reference = found.value.$ref;
      if (seen.has(reference)) return this.#leaveUnresolved(reference, found.at, found.at);
      seen.add(reference);
      found = this.#resolved.get(reference) ?? this.find(reference, found.at);
    }
    // References to references may be thousands, each of which is resolved.
    for (const reference of seen) this.#resolved.set(reference, found);
    return found;
  }

  /** The target of a reference, one step; an empty object for a reference that is left unresolved. */
  find(reference: string, from: string): Place {
    const isInside = reference.startsWith("#");
    const at = isInside ? this.pointerOf(reference) : step("", reference);
    const value = isInside ? valueAt(this.root, at) : undefined;
    if (typeof value === "boolean") return { value: value ? {} : { not: {} }, at };
    return isTree(value) ? { value, at } : this.#leaveUnresolved(reference, from, at);
  }

  #leaveUnresolved(reference: string, from: string, at: string): Place {
    if (!this.unresolved.has(reference)) this.unresolved.set(reference, from);
    this.#empty.add(at);
    return { value: {}, at };
  }

  /** Whether a place is the target of an unresolved reference. */
  isUnresolved(at: string): boolean {
    return this.#empty.has(at);
  }

  /** The pointer that a reference stands for, by its path or by the `$anchor` that it names. */
  pointerOf(reference: string): string {
    if (!/^#[^/]/.test(reference)) return splitPointer(reference).reduce(step, "");
    this.#anchors ??= new Map(anchorsIn(this.root, ""));
    return this.#anchors.get(reference.slice(1)) ?? step("", reference);
  }

  /** The part under a key, behind its reference. */
  child(place: Place, key: string): Place | undefined {
    const value = place.value[key];
    return isTree(value) ? this.resolve({ value, at: step(place.at, key) }) : undefined;
  }

  /** The parts of a map, by name, each behind its reference. */
  children(place: Place | undefined): [name: string, place: Place][] {
    if (!place) return [];
    return Object.keys(place.value).flatMap((name): [string, Place][] => {
      const found = this.child(place, name);
      return found ? [[name, found]] : [];
    });
  }

  /** The same of an object that may have extensions, without them. */
  listed(place: Place | undefined): [name: string, place: Place][] {
    return this.children(place).filter(([name]) => !name.startsWith("x-"));
  }

  /** The parts of a list, each behind its reference. */
  entries(place: Place, key: string): Place[] {
    const list = place.value[key];
    if (!Array.isArray(list)) return [];
    const at = step(place.at, key);
    return list.flatMap((value, index) =>
      isTree(value) ? this.resolve({ value, at: step(at, index) }) : [],
    );
  }
}

function anchorsIn(value: unknown, at: string): [anchor: string, pointer: string][] {
  if (typeof value !== "object" || value === null) return [];
  const own = Object.entries(value);
  return own.flatMap(([key, entry]): [string, string][] =>
    key === "$anchor" && typeof entry === "string"
      ? [[entry, at]]
      : anchorsIn(entry, step(at, key)),
  );
}

/** The object under a key, or nothing. */
export function treeAt(tree: Tree | undefined, key: string): Tree | undefined {
  const value = tree?.[key];
  return isTree(value) ? value : undefined;
}

/** JSON of a part of a document, whose whole numbers may be beyond 2^53. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    // A replacer makes it several times slower, and few documents have such numbers.
    return JSON.stringify(value, (_key, part: unknown) => writeLarge(part));
  }
}

/** A number that JSON cannot hold as a string; any other value as it is. */
export function writeLarge(value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

export function readString(place: Place | undefined, key: string): string | undefined {
  const value = place?.value[key];
  return typeof value === "string" ? value : undefined;
}
