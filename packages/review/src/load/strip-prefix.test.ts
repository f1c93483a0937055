import { expect, test } from "vitest";
import type { Loaded } from "./loaded.ts";
import { stripPrefix } from "./strip-prefix.ts";

/** A contract with these paths; a pointer is located at a line with its own text. */
const load = (...paths: string[]): Loaded =>
  ({
    name: "old.yaml",
    document: { paths: Object.fromEntries(paths.map((path) => [path, { get: { path } }])) },
    locate: async (pointers: readonly string[]) =>
      new Map(pointers.map((pointer) => [pointer, { file: pointer, line: 1 }])),
  }) as never;

const pathsOf = ({ document }: Loaded) => document.paths;

test.each(["/v1", "/v1/"])("%s is removed from the paths that have it", (prefix) => {
  const stripped = stripPrefix(load("/v1/books", "/v1x/books", "/v1", "/health"), prefix);
  expect(pathsOf(stripped)).toEqual({
    "/books": { get: { path: "/v1/books" } },
    "/v1x/books": { get: { path: "/v1x/books" } },
    "/v1": { get: { path: "/v1" } },
    "/health": { get: { path: "/health" } },
  });
});

test("places are those of the contract as it is written", async () => {
  const pointers = ["/paths/~1books/get", "/paths/~1health/get", "/components/schemas/Book"];
  const places = await stripPrefix(load("/v1/books", "/health"), "/v1").locate(pointers);
  expect(pointers.map((pointer) => places.get(pointer)?.file)).toEqual([
    "/paths/~1v1~1books/get",
    "/paths/~1health/get",
    "/components/schemas/Book",
  ]);
});

test.each([undefined, ""])("the prefix %o changes nothing", (prefix) => {
  const loaded = load("/v1/books");
  expect(stripPrefix(loaded, prefix)).toBe(loaded);
});

test("two paths that become one are an error, not one of them", () => {
  expect(() => stripPrefix(load("/books", "/v1/books"), "/v1")).toThrow(
    "old.yaml: without /v1, /books and /v1/books are one path.",
  );
});
