import { expect, test } from "vitest";
import { applyOverlay } from "./apply-overlay.ts";

const document = {
  info: { title: "Shop" },
  tags: [{ name: "a" }, { name: "b" }, { name: "c" }],
  paths: {
    "/orders/{id}": { get: { operationId: "getOrder" }, put: { operationId: "putOrder" } },
    "/orders": {
      post: { operationId: "createOrder", parameters: [{ name: "key", in: "header" }] },
    },
  },
};

/** The document after some actions, which are printed as YAML: JSON is YAML. */
function change(actions: object[], version = "1.1.0"): typeof document & Record<string, unknown> {
  const overlay = { overlay: version, info: { title: "Behaviour", version: "1" }, actions };
  return applyOverlay(document, JSON.stringify(overlay), "behaviour.yaml") as never;
}

const order = "$.paths['/orders'].post";

test("objects are merged, lists grow, other values are replaced; the given document stays", () => {
  const before = structuredClone(document);
  const changed = change([
    { target: "$", update: { info: { title: "Store" }, "x-body-limit": 1000 } },
    { target: "$.info.title", update: "Market" },
    { target: `${order}.parameters`, update: { name: "trace", in: "header" } },
    { target: "$.tags", update: [{ name: "d" }, { name: "e" }] },
  ]);
  expect(changed.info).toEqual({ title: "Market" });
  expect(changed["x-body-limit"]).toBe(1000);
  expect(changed.paths["/orders"].post.parameters.map(({ name }) => name)).toEqual([
    "key",
    "trace",
  ]);
  expect(changed.tags.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e"]);
  expect(document).toEqual(before);
});

test("one action changes everything that its target selects, each with a copy of its own", () => {
  const changed = change([
    { target: "$.paths.*.*", update: { "x-rate-limit": { limit: 5 } } },
    { target: `${order}['x-rate-limit']`, update: { limit: 1 } },
    { target: "$.paths.*[?match(@.operationId, 'get.*')]", update: { "x-read": true } },
  ]);
  expect(changed.paths).toEqual({
    "/orders/{id}": {
      get: { operationId: "getOrder", "x-rate-limit": { limit: 5 }, "x-read": true },
      put: { operationId: "putOrder", "x-rate-limit": { limit: 5 } },
    },
    "/orders": {
      post: {
        operationId: "createOrder",
        parameters: [{ name: "key", in: "header" }],
        "x-rate-limit": { limit: 1 },
      },
    },
  });
});

test("removal takes all that is selected; remove: false removes nothing", () => {
  const changed = change([
    { target: "$.tags[?@.name != 'c']", remove: true },
    { target: "$.paths['/orders/{id}'].put", remove: true, update: { ignored: true } },
    { target: "$.info", remove: false, update: { version: "2" } },
  ]);
  expect(changed.tags).toEqual([{ name: "c" }]);
  expect(Object.keys(changed.paths["/orders/{id}"])).toEqual(["get"]);
  expect(changed.info).toEqual({ title: "Shop", version: "2" });
});

test("a copy is merged as an update is", () => {
  const changed = change([{ target: order, copy: "$.paths['/orders/{id}'].get" }]);
  expect(changed.paths["/orders"].post).toMatchObject({
    operationId: "getOrder",
    parameters: [{}],
  });
});

test("a field __proto__ is a field", () => {
  const text = `{"overlay": "1.0.0", "info": {}, "actions": [{"target": "$.info", "update": {"__proto__": {"polluted": 1}}}]}`;
  const changed = applyOverlay(document, text, "behaviour.yaml");
  expect(Object.keys(changed.info)).toEqual(["title", "__proto__"]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test("of many names the nearest is suggested", () => {
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`/orders/${at}/x`, {}]));
  const text = `{"overlay": "1.0.0", "info": {}, "actions": [{"target": "$.paths['/order']", "update": {}}]}`;
  expect(() => applyOverlay({ paths: { ...paths, "/orders": {} } }, text, "a.yaml")).toThrow(
    "$.paths is there, ['/order'] is not. Did you mean /orders?",
  );
});

test.each([
  [
    { target: "$.paths['/order'].post", update: {} },
    "action 1: $.paths['/order'].post matches nothing: $.paths is there, ['/order'] is not (it has /orders/{id}, /orders).",
  ],
  [
    { target: `${order}.responses`, update: {} },
    "matches nothing: $.paths['/orders'].post is there, .responses is not (it has operationId, parameters).",
  ],
  [{ target: "$.paths[", update: {} }, "action 1: $.paths[ is not a JSONPath:  "],
  [{ target: "paths", update: {} }, "action 1: paths is not a JSONPath:  "],
  [{ update: {} }, "action 1 has no target."],
  [{ target: "$.info" }, "action 1 needs one of update, copy and `remove: true`."],
  [
    { target: "$.info", update: {}, copy: "$.tags" },
    "action 1 needs one of update, copy and `remove: true`.",
  ],
  [
    { target: "$.info", updates: {} },
    "action 1: unknown field updates; known are update and target, description, copy, remove.",
  ],
  [{ target: "$.info", remove: "yes" }, "action 1: remove has to be a boolean."],
  [
    { target: "$.info", update: [1] },
    "action 1: $.info is an object, its update a list: they cannot be merged.",
  ],
  [
    { target: "$", update: { info: { title: { en: "Shop" } } } },
    '$ info title is "Shop", its update an object: they cannot be merged.',
  ],
  [
    { target: "$.info", copy: "$.paths.*" },
    "action 1: copy has to select one value; $.paths.* selects 2.",
  ],
  [{ target: "$", remove: true }, "action 1: the whole document cannot be removed."],
])("%j is refused", (action, message) => {
  expect(() => change([action])).toThrow(message);
});

test.each([
  [
    "openapi: 3.1.0",
    "behaviour.yaml is not an overlay: its field `overlay` has to be 1.0.0 or 1.1.0.",
  ],
  ["overlay: 2.0.0", "behaviour.yaml: overlay 2.0.0 is not supported; 1.0 and 1.1 are."],
  [
    "overlay: 1.0.0\nactions: []",
    "behaviour.yaml: `actions` has to be a list with at least one action.",
  ],
  ["overlay: [", "behaviour.yaml: "],
  [
    "overlay: 1.0.0\nactions:\n  - target: $.info\n    update: {}\n  - target: $.nothing\n    update: {}\n",
    "behaviour.yaml:5, action 2: $.nothing matches nothing: $ is there, .nothing is not (it has info, tags, paths).",
  ],
])("the file %j is refused, with the line", (text, message) => {
  expect(() => applyOverlay(document, text, "behaviour.yaml")).toThrow(message);
});
