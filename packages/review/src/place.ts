// Reading of an OpenAPI document that may be anybody's: every part with its JSON pointer, references followed.
import { step, stepsOf, valueAt } from "../../contract/src/pointer.ts";
import { SpecError } from "../../contract/src/spec-error.ts";

export { step, stepsOf, valueAt };

export type Tree = Record<string, unknown>;

/** A part of a document, and its JSON pointer there. */
export interface Place {
  value: Tree;
  at: string;
}

export function isTree(value: unknown): value is Tree {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A document, which references are followed in. */
export class Source {
  readonly root: Tree;
  constructor(root: Tree) {
    this.root = root;
  }

  /**
   * The part that a place stands for, behind its reference if it is one.
   *
   * @throws {SpecError} where the reference points at nothing, out of the document or at itself
   */
  resolve(place: Place): Place {
    let found = place;
    const seen = new Set<string>();
    while (typeof found.value.$ref === "string") {
      const reference = found.value.$ref;
      if (seen.has(reference)) throw new SpecError(`${found.at}: the reference ${reference} leads back to itself.`);
      seen.add(reference);
      found = this.find(reference, found.at);
    }
    return found;
  }

  /** What a reference points at, one step. */
  find(reference: string, from: string): Place {
    if (!reference.startsWith("#"))
      throw new SpecError(`${from}: the reference ${reference} leads out of the document; bundle it first.`);
    const value = valueAt(this.root, reference);
    const at = stepsOf(reference).reduce(step, "");
    if (typeof value === "boolean") return { value: value ? {} : { not: {} }, at };
    if (!isTree(value)) throw new SpecError(`${from}: the reference ${reference} points at nothing.`);
    return { value, at };
  }

  /** The part under a key, behind its reference. */
  child(place: Place, key: string): Place | undefined {
    const value = place.value[key];
    return isTree(value) ? this.resolve({ value, at: step(place.at, key) }) : undefined;
  }

  /** The parts of a map, by name, each behind its reference; extensions are left out. */
  children(place: Place | undefined): [name: string, place: Place][] {
    if (!place) return [];
    return Object.keys(place.value).flatMap((name): [string, Place][] => {
      if (name.startsWith("x-")) return [];
      const found = this.child(place, name);
      return found ? [[name, found]] : [];
    });
  }

  /** The parts of a list, each behind its reference. */
  entries(place: Place, key: string): Place[] {
    const list = place.value[key];
    if (!Array.isArray(list)) return [];
    const at = step(place.at, key);
    return list.flatMap((value, index) => (isTree(value) ? this.resolve({ value, at: step(at, index) }) : []));
  }
}

/** The object under a key, or nothing. */
export function treeAt(tree: Tree | undefined, key: string): Tree | undefined {
  const value = tree?.[key];
  return isTree(value) ? value : undefined;
}

export function text(place: Place | undefined, key: string): string | undefined {
  const value = place?.value[key];
  return typeof value === "string" ? value : undefined;
}

/** A value with the keys of its objects in order, so that equal values give equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    isTree(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
