import { expect, test } from "vitest";
import { plainOperation } from "../../../../test/server/support/core.ts";
import { makeRouter, pathIn } from "./router.ts";

const routes = (...places: string[]) =>
  places.map((place) => {
    const [method = "", path = ""] = place.split(" ");
    return { operation: { ...plainOperation, id: place, method, path } };
  });

/** What stands at a URL: the operation's place, its parameters, and the methods of the path. */
function find(places: string[], method: string, url: string, prefix?: string) {
  const { route, params, allowed } = makeRouter(routes(...places), prefix)(method, url);
  return [route?.operation.id, params, allowed];
}

const things = [
  "GET /things",
  "POST /things",
  "GET /things/{id}",
  "DELETE /things/{id}",
  "GET /things/{id}/parts/{part}",
];

test("a path without parameters is found by its method, with a query, whole or escaped", () => {
  for (const url of [
    "/things",
    "/things?a=/b",
    "/things#x",
    "http://host.example/things?x",
    "/%74hings",
    "HTTPS://h:8/things",
  ]) {
    expect(find(things, "POST", url), url).toEqual(["POST /things", {}, ["GET", "HEAD", "POST"]]);
  }
  for (const url of [
    "/thing",
    "/things/",
    "//things",
    "/Things",
    "things",
    "",
    "/things%2F",
    "/%ff",
    "/",
    "*",
  ]) {
    expect(find(things, "POST", url), url).toEqual([undefined, {}, []]);
  }
});

test("HEAD goes where GET does, unless the path has one of its own", () => {
  expect(find(things, "HEAD", "/things")).toEqual(["GET /things", {}, ["GET", "HEAD", "POST"]]);
  expect(find(["GET /a", "HEAD /a"], "HEAD", "/a")).toEqual(["HEAD /a", {}, ["GET", "HEAD"]]);
  expect(find(["POST /a"], "HEAD", "/a")).toEqual([undefined, {}, ["POST"]]);
  expect(find(things, "PUT", "/things/5")).toEqual([
    undefined,
    { id: "5" },
    ["GET", "HEAD", "DELETE"],
  ]);
});

test("parameters are decoded, and null where they are no text; an empty one is none", () => {
  const at = (url: string) => find(things, "GET", url).slice(0, 2);
  expect(at("/things/a%2Fb%20c?x")).toEqual(["GET /things/{id}", { id: "a/b c" }]);
  for (const bad of ["%FF", "%", "%00", "a%00b"])
    expect(at(`/things/${bad}`)).toEqual(["GET /things/{id}", { id: null }]);
  expect(at("/things/1/parts/2")).toEqual([
    "GET /things/{id}/parts/{part}",
    { id: "1", part: "2" },
  ]);
  expect(at("/things/1/parts/%00")).toEqual([
    "GET /things/{id}/parts/{part}",
    { id: "1", part: null },
  ]);
  for (const url of [
    "/things/",
    "/things/.",
    "/things/..",
    "/things/%2e%2E",
    "/things/../parts/2",
    "/things//parts/2",
    "/things/1/parts",
    "/things/1/other/2",
    "/things/1/parts/2/3",
  ]) {
    expect(at(url), url).toEqual([undefined, {}]);
  }
});

test("where the names of parameters alone differ, the first operation whose parameters fit is found", () => {
  const places = routes("GET /a/{id}", "GET /a/{name}", "PUT /a/{name}", "GET /{any}/{b}");
  const router = makeRouter(places, "", ({ operation }, params) =>
    operation.id === "GET /a/{id}" ? /^\d+$/.test(params.id ?? "") : params.name !== "none",
  );
  const at = (url: string) => {
    const { route, params } = router("GET", url);
    return [route?.operation.id, params];
  };
  expect(at("/a/5")).toEqual(["GET /a/{id}", { id: "5" }]);
  expect(at("/a/x?b")).toEqual(["GET /a/{name}", { name: "x" }]);
  // Its own error is the answer, not that of another path.
  expect(at("/a/none")).toEqual(["GET /a/{id}", { id: "none" }]);
  expect(router("PUT", "/a/5").route?.operation.id).toBe("PUT /a/{name}");
});

test("a path that is written out goes before one with parameters, and an escaped slash divides nothing", () => {
  const places = ["GET /things/{id}", "GET /things/new"];
  expect(find(places, "GET", "/things/new")[0]).toBe("GET /things/new");
  expect(find(places, "GET", "/things/n%65w")[0]).toBe("GET /things/new");
  // One step with a slash inside is no two steps.
  expect(find(["GET /things/new"], "GET", "/things%2Fnew")).toEqual([undefined, {}, []]);
  expect(find(["GET /{all}"], "GET", "/things%2Fnew").slice(0, 2)).toEqual([
    "GET /{all}",
    { all: "things/new" },
  ]);
  expect(find(["GET /a{b}/{c}"], "GET", "/x/y")[0]).toBeUndefined();
  expect(find(["GET /{b}a/{c}"], "GET", "/x/y")[0]).toBeUndefined();
});

test("among paths with parameters, too, and where the names of parameters alone differ, the method decides", () => {
  const places = [
    "GET /a/{x}/{y}",
    "GET /a/{x}/b",
    "PUT /{a}/b/c",
    "GET /users/{id}",
    "DELETE /users/{userId}",
  ];
  expect(find(places, "GET", "/a/1/b").slice(0, 2)).toEqual(["GET /a/{x}/b", { x: "1" }]);
  expect(find(places, "GET", "/a/1/c")[0]).toBe("GET /a/{x}/{y}");
  expect(find(places, "DELETE", "/users/7").slice(0, 2)).toEqual([
    "DELETE /users/{userId}",
    { userId: "7" },
  ]);
  expect(find(places, "PUT", "/users/7")).toEqual([
    undefined,
    { userId: "7" },
    ["GET", "HEAD", "DELETE"],
  ]);
});

test("a prefix stands before every path", () => {
  const at = (url: string) => find(things, "GET", url, "/service").slice(0, 2);
  expect(at("/service/things?x")).toEqual(["GET /things", {}]);
  expect(at("/service/things/5")).toEqual(["GET /things/{id}", { id: "5" }]);
  for (const url of [
    "/things",
    "/things/5",
    "/another/things",
    "/services/things",
    "/other/things/5",
    "/service",
  ]) {
    expect(at(url), url).toEqual([undefined, {}]);
  }
});

test("parameters of one request are not those of another", () => {
  const route = makeRouter(routes(...things));
  const { params } = route("GET", "/things/1");
  expect([route("GET", "/things/2").params, params]).toEqual([{ id: "2" }, { id: "1" }]);
});

test("the path of a URL that is whole is what stands after its host", () => {
  const paths = {
    "http://a.example": "",
    "http://a.example/": "/",
    "http://a?x": "",
    "HTTPS://a/b#c": "/b",
    "ws://a/b": "ws://a/b",
    "a/http://b/c": "a/http://b/c",
  };
  for (const [url, path] of Object.entries(paths)) expect(pathIn(url), url).toBe(path);
});

test("a step may hold parameters with something between them, and goes before one that is a parameter", () => {
  const places = [
    "GET /books/{id}",
    "GET /books/{id}.json",
    "GET /books/{from}-{to}",
    "GET /{a}:lend",
  ];
  expect(find(places, "GET", "/books/a.b.json").slice(0, 2)).toEqual([
    "GET /books/{id}.json",
    { id: "a.b" },
  ]);
  expect(find(places, "GET", "/books/a%2Fb.json")[1]).toEqual({ id: "a/b" });
  expect(find(places, "GET", "/books/1-9")[1]).toEqual({ from: "1", to: "9" });
  expect(find(places, "GET", "/books/abc")[0]).toBe("GET /books/{id}");
  expect(find(places, "GET", "/books/.json")[0]).toBe("GET /books/{id}");
  expect(find(places, "GET", "/x:lend")[1]).toEqual({ a: "x" });
  for (const url of ["/x:lent", "/:lend", "/%ff:lend"])
    expect(find(places, "GET", url)[0]).toBe(undefined);
});
