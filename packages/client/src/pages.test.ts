// Lists in pages: which page is requested next, when they end, and that credentials go to the service alone.
import { expect, test } from "vitest";
import type { Operation } from "./contract-table.ts";
import { callPages, type Pages } from "./pages.ts";
import type { CallInput } from "./transport.ts";

const baseUrl = "https://shop.example/v1";
const operation: Operation = {
  id: "list",
  method: "GET",
  path: "/books",
  parameters: [
    ["from", "query"],
    ["x-colour", "header"],
  ],
} as never;

/** Walks through pages that a service answers in turn. Returns the items, and where each request went. */
async function walk(
  how: Pages,
  answers: { body: unknown; headers?: object }[],
  given: CallInput = {},
) {
  const asked: string[] = [];
  const call = (_id: string, input: CallInput): never => {
    const { path } = input.follow?.(baseUrl, operation) ?? operation;
    asked.push(input.follow ? path : JSON.stringify(input.parameters ?? {}));
    const { body, headers = {} } = answers[asked.length - 1] ?? { body: {} };
    const data = { data: body, headers: new Headers(headers as never), status: 200 };
    return { withResponse: () => Promise.resolve(data) } as never;
  };
  const items: unknown[] = [];
  let error: Error | undefined;
  try {
    for await (const item of callPages(call, "list", given, undefined, how)) items.push(item);
  } catch (caught) {
    error = caught as Error;
  }
  return { asked, items, error: error?.message };
}

const books = (...list: number[]) => ({ body: { books: list } });

test("an offset grows by the items of a page, from the one that was given", async () => {
  const how: Pages = { items: ["books"], by: "offset", parameter: "from" };
  expect(await walk(how, [books(1, 2), books(3), books()])).toEqual({
    asked: ["{}", '{"from":2}', '{"from":3}'],
    items: [1, 2, 3],
    error: undefined,
  });
  const { asked } = await walk(how, [books(7), books()], { parameters: { from: 6, size: 1 } });
  expect(asked).toEqual(['{"from":6,"size":1}', '{"from":7,"size":1}']);
});

test.each([
  [1, 2],
  [0, 1],
])("pages are counted from %d", async (first, second) => {
  const how: Pages = { items: ["books"], by: "page", parameter: "page", first };
  const { asked } = await walk(how, [books(1), books()]);
  expect(asked).toEqual(["{}", `{"page":${second}}`]);
});

test.each([
  ["offset", 0, [0, 1]],
  ["offset", 5, [5, 6]],
  ["page", 0, [0, 1]],
  ["page", 1, [1, 2]],
  ["page", 3, [3, 4]],
] as const)("by %s, a walk that begins with %d goes on from there: %j", async (by, start, all) => {
  const how: Pages = { items: ["books"], by, parameter: "at", first: 1 };
  const { asked } = await walk(how, [books(1), books()], { parameters: { at: start } });
  expect(asked).toEqual(all.map((at) => `{"at":${at}}`));
});

test.each([undefined, null, ""])("the page whose token is %o is the last", async (end) => {
  const how: Pages = { items: ["list", "books"], by: "token", parameter: "after", next: ["next"] };
  const page = (next: unknown, ...list: number[]) => ({ body: { list: { books: list }, next } });
  expect(await walk(how, [page("b", 1), page(end, 2)])).toEqual({
    asked: ["{}", '{"after":"b"}'],
    items: [1, 2],
    error: undefined,
  });
});

test("a token may come in a header, and a page may be without items", async () => {
  const how: Pages = { items: ["books"], by: "token", parameter: "after", next: "X-Next" };
  const { asked, items } = await walk(how, [{ body: {}, headers: { "x-next": "b" } }, books(1)]);
  expect([asked, items]).toEqual([["{}", '{"after":"b"}'], [1]]);
});

test("a page that leads to itself ends the walk with an error", async () => {
  const how: Pages = { items: ["books"], by: "token", parameter: "after", next: ["next"] };
  const page = { body: { books: [1], next: "a" } };
  const { items, error } = await walk(how, [page, page, page]);
  expect(items).toEqual([1, 1]);
  expect(error).toContain("the page leads to itself");
});

const byLink: Pages = { items: ["books"], by: "link", next: ["next"] };
const follow = (next: string) => walk(byLink, [{ body: { books: [1], next } }, books(2)]);

test.each([
  ["/v1/books?from=2", "/books?from=2"],
  ["books?from=2", "/books?from=2"],
  [`${baseUrl}/books?from=2&x=%2F`, "/books?from=2&x=%2F"],
])("the link %s is followed", async (link, path) => {
  expect(await follow(link)).toMatchObject({ asked: ["{}", path], items: [1, 2] });
});

test.each([
  "https://evil.example/v1/books",
  "https://shop.example.evil.example/v1/books",
  "https://shop.example@evil.example/v1/books",
  "http://shop.example/v1/books",
  "https://shop.example:8443/v1/books",
  "//evil.example/v1/books",
  "/v1/../admin",
  "/v2/books",
  "/v1x/books",
  "https://",
])("the link %s would take the credentials elsewhere, and is not followed", async (link) => {
  const { asked, error } = await follow(link);
  expect(asked).toEqual(["{}"]);
  expect(error).toContain("the next page is outside the service");
});
