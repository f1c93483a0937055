import { SpecError } from "@packages/contract/src/spec-error.ts";
import { isTree, splitPointer, step } from "../place.ts";
import type { Loaded } from "./loaded.ts";

/**
 * The contract without a prefix of its paths. Paths that do not have it stay as they are.
 *
 * @throws {SpecError} if two paths become the same
 */
export function stripPrefix(loaded: Loaded, prefix: string | undefined): Loaded {
  const { document } = loaded;
  if (prefix === undefined || prefix === "" || !isTree(document.paths)) return loaded;
  const start = `${prefix.replace(/\/$/, "")}/`;
  const written = new Map<string, string>();
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const short = path.startsWith(start) ? path.slice(start.length - 1) : path;
    const other = written.get(short);
    if (other !== undefined)
      throw new SpecError(`${loaded.name}: without ${prefix}, ${other} and ${path} are one path.`);
    written.set(short, path);
    return [short, item];
  });
  const original = (pointer: string): string => {
    const [area, path = "", ...rest] = splitPointer(pointer);
    return area === "paths"
      ? ["paths", written.get(path) ?? path, ...rest].reduce(step, "")
      : pointer;
  };
  return {
    ...loaded,
    document: { ...document, paths: Object.fromEntries(paths) },
    async locate(pointers) {
      const places = await loaded.locate(pointers.map(original));
      return new Map(
        pointers.flatMap((pointer) => {
          const place = places.get(original(pointer));
          return place ? [[pointer, place]] : [];
        }),
      );
    },
  };
}
