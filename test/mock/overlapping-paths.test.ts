// Paths that two templates have: the mock finds the operation that the generated server finds.
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { matchOperation } from "@packages/mock/src/route.ts";
import { makeRouter } from "@packages/server/src/http/router.ts";
import { expect, test } from "vitest";

/** A contract of templates, each with its methods; ids are `GET /a/{x}`. */
function makeContract(templates: Record<string, string[]>) {
  const paths = Object.entries(templates).map(([path, methods]) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const parameters = names.map((name) => ({ name, in: "path", required: true, schema: {} }));
    const operations = methods.map((method) => [
      method.toLowerCase(),
      { operationId: `${method} ${path}`, parameters, responses: { "204": { description: "" } } },
    ]);
    return [path, Object.fromEntries(operations)];
  });
  const info = { title: "Paths", version: "1" };
  const document = { openapi: "3.1.0", info, paths: Object.fromEntries(paths) };
  return readContract(document as unknown as Document);
}

/** Finds for a request the operations of mock and server, or the methods that they name instead. */
function makeFinder(templates: Record<string, string[]>) {
  const contract = makeContract(templates);
  const routes = contract.operations.map((operation) => ({ operation }));
  const find = makeRouter(routes as never);
  return (method: string, path: string) => {
    const found = find(method, path);
    const mock = matchOperation(contract, method, path);
    const methods = mock?.allow.filter((one) => one !== "OPTIONS") ?? [];
    return {
      mock: mock?.operation?.id ?? methods.toSorted(),
      server: found.route?.operation.id ?? [...new Set(found.allowed)].toSorted(),
    };
  };
}

test.for([
  ["/a/{x}", "/{y}/bbbbb", "/a/bbbbb", "GET /a/{x}"],
  ["/users/{id}/x", "/users/me/{y}", "/users/me/x", "GET /users/me/{y}"],
  ["/files/{name}.json", "/{folder}/list.json", "/files/list.json", "GET /files/{name}.json"],
  ["/{a}/{b}/ccccc", "/{a}/b/{c}", "/a/b/ccccc", "GET /{a}/b/{c}"],
] as const)("of %s and %s, %s leads to %s on mock and server", ([one, other, path, id]) => {
  const expected = { mock: id, server: id };
  expect(makeFinder({ [one]: ["GET"], [other]: ["GET"] })("GET", path)).toEqual(expected);
  expect(makeFinder({ [other]: ["GET"], [one]: ["GET"] })("GET", path)).toEqual(expected);
});

test("a template without the method leaves the request to the other one, but a path without parameters does not", () => {
  const find = makeFinder({ "/a/{x}": ["GET"], "/{y}/bb": ["POST"] });
  expect(find("POST", "/a/bb")).toEqual({ mock: "POST /{y}/bb", server: "POST /{y}/bb" });
  const both = ["GET", "HEAD", "POST"];
  expect(find("PUT", "/a/bb")).toEqual({ mock: both, server: both });
  const own = ["GET", "HEAD"];
  const findFixed = makeFinder({ "/a/{x}": ["POST"], "/a/b": ["GET"] });
  expect(findFixed("POST", "/a/b")).toEqual({ mock: own, server: own });
});

test("mock and server agree on every pair of templates", () => {
  const steps = ["a", "bbbb", "{x}", "b{x}"];
  const seconds = steps.map((step) => step.replace("{x}", "{y}"));
  const templates = steps.flatMap((first) => seconds.map((second) => `/${first}/${second}`));
  const paths = ["a", "bbbb", "c"].flatMap((first) =>
    ["/a", "/bbbb"].map((one) => `/${first}${one}`),
  );
  const pairs = templates.flatMap((one) => templates.map((other) => [one, other] as const));
  const differing: object[] = [];
  for (const [one, other] of pairs.filter(([first, second]) => first !== second)) {
    const find = makeFinder({ [one]: ["GET"], [other]: ["POST", "GET"] });
    for (const path of paths)
      for (const method of ["GET", "POST"]) {
        const both = find(method, path);
        if (`${both.mock}` !== `${both.server}`) differing.push({ one, other, path, ...both });
      }
  }
  expect(differing).toEqual([]);
});
