import { expect, test } from "vitest";
import { CreatedObjects } from "../created-objects.ts";
import { pixSuite } from "../pix/suite.ts";
import { Validator } from "../validate.ts";
import { checkBody, checkContentType, duplicateNames } from "./response.ts";

test.for([
  ['{"a":[1],"a":2}', ["a"]],
  ['{"a":{"b":1,"b":2},"b":3}', ["b"]],
  ['{"a":[{"b":1},{"b":2}],"c":{"b":3}}', []],
  ['{"a":"\\"a\\":","b":"{","c":["a"]}', []],
  ['{"a":1,"\\u0061":2}', ["a"]],
] as const)("names that stand twice in an object of %s", ([text, names]) => {
  expect(duplicateNames(text)).toEqual(names);
});

test.for([
  ["application/json", "application/json; charset=utf-8", 0],
  ["application/json; charset=utf-8", "Application/JSON;charset=UTF-8", 0],
  ["application/json; charset=utf-8", "text/plain; charset=utf-8", 1],
] as const)("of %s, %s breaks %i rules", ([mediaType, given, wrong]) => {
  const operation = { responses: [{ status: 200, mediaType }] };
  const headers = new Headers({ "content-type": given });
  const exchange = { operation, response: { status: 200, headers, json: {}, text: "{}" } };
  expect(checkContentType(exchange as never, {} as never)).toHaveLength(wrong);
});

const { contract, profile } = pixSuite({});
const webhook = {
  id: "wh_1",
  url: "https://shop.example.com/pix",
  events: [],
  name: "Loja",
  active: true,
  createdAt: "2026-11-20T15:00:00Z",
};

test.for([
  ["the run has made, and that is right", { id: "own" }, 0],
  ["the run has made, and that has a number as its name", { id: "own", name: 1 }, 1],
  ["leads to this machine without TLS", { id: "own", url: "http://127.0.0.1:4321/pix" }, 0],
  ["leads elsewhere without TLS", { id: "own", url: "http://127.0.0.1.example.com/pix" }, 1],
  ["another client has made", { id: "foreign", url: 1 }, 0],
  ["has no id", { id: 1 }, 1],
] as const)("violations in a registration that %s", ([, changes, wrong]) => {
  const operation = contract.operations.find(({ id }) => id === "listWebhooks");
  const created = new CreatedObjects([], {} as never);
  created.deleted.set("own", 0);
  const json = { success: true, message: "", data: [{ ...webhook, ...changes }] };
  const session = { contract, validator: new Validator(contract, profile.formats), created };
  const exchange = { operation, response: { status: 200, json } };
  expect(checkBody(exchange as never, session as never)).toHaveLength(wrong);
});
