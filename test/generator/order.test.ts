import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { orderKeys } from "@packages/contract/src/document/order-keys.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { describe, expect, test } from "vitest";
import { printJson } from "../../packages/generator/src/print.ts";
import { makeRandom } from "../sandbox/support/random.ts";
import { makeDocument, makeOperation } from "./support/document.ts";
import { document, emitted } from "./support/library.ts";
import { shuffleKeys } from "./support/shuffle.ts";
import { placesOf } from "./support/walk.ts";

/** Whether some keys stand in the given order, as far as they occur. */
function inOrder(keys: string[], wanted: string[]): boolean {
  const found = keys.filter((key) => wanted.includes(key));
  return found.join() === wanted.filter((key) => found.includes(key)).join();
}

const rootExtensions = "x-basis x-error-catalogue x-notification-delivery x-notification-signature";
const operationKeys =
  "operationId summary description tags security parameters requestBody responses callbacks";

describe("keys stand where a reader expects them", () => {
  test.each([
    [
      "at the root",
      document,
      "openapi info servers tags paths webhooks components",
      rootExtensions,
    ],
    [
      "in an operation",
      document.paths["/loans"]?.post,
      operationKeys,
      "x-idempotency x-rate-limit",
    ],
  ])("%s", (_, part, keys, extensions) => {
    expect(Object.keys(part ?? {})).toEqual(`${keys} ${extensions}`.split(" "));
  });

  test("in every part: what it is first, extensions last", () => {
    const wanted = [
      "$ref",
      "name",
      "in",
      "summary",
      "description",
      "type",
      "format",
      "required",
      "headers",
      "schema",
    ];
    const fields = placesOf(document).filter(
      ({ path }) => path.at(-1) !== "properties" && !path.some(isExtension),
    );
    for (const { path, value } of fields) {
      // The basis of an operation stands where its reader looks for it.
      const keys = Object.keys(value).filter(
        (key) => key !== "x-basis" || !("operationId" in value),
      );
      expect.soft(inOrder(keys, wanted), `${path.join("/")}: ${keys.join()}`).toBe(true);
      expect.soft(keys.map(isExtension), path.join("/")).toEqual(keys.map(isExtension).sort());
    }
  });
});

function isExtension(key: string): boolean {
  return key.startsWith("x-");
}

test("paths and components stand in the order of names, events in that of the source, methods in one of their own", () => {
  const maps = [document.paths, ...Object.values(document.components ?? {})] as object[];
  for (const map of maps) expect(Object.keys(map)).toEqual(Object.keys(map).sort());
  expect(Object.keys(document.webhooks ?? {})).toEqual(["loan/made", "loan/ended"]);
  const item = {
    post: makeOperation("makeBook"),
    delete: makeOperation("burnBook"),
    get: makeOperation("getBook"),
  };
  expect(Object.keys(orderKeys(makeDocument({ "/book": item })).paths["/book"] ?? {})).toEqual([
    "get",
    "post",
    "delete",
  ]);
});

test("fields keep the order of the source, whatever their names mean elsewhere", () => {
  const { Marginalia } = document.components?.schemas ?? {};
  expect(Object.keys(Marginalia?.properties ?? {})).toEqual([
    "items",
    "properties",
    "example",
    "examples",
    "basis",
    "value",
    "type",
    "content",
    "schema",
    "name",
    "description",
    "required",
    "x-mark",
    "x-basis",
    "yes",
    "no",
    "y",
    "012",
    "<<",
    "a/b~c",
    'it\'s "so"',
    "constructor",
    "toString",
  ]);
  expect(Object.keys(Marginalia?.properties?.examples?.properties?.default ?? {})).toEqual([
    "description",
    "type",
    "examples",
    "x-basis",
  ]);
});

test.each([1, 2, 3])(
  "the order in which the parts were emitted does not show (seed %i)",
  (seed) => {
    const random = makeRandom(seed);
    const shuffled: Document = shuffleKeys(structuredClone(emitted), random);
    shuffled.components = shuffleKeys({ ...shuffled.components }, random);
    const { schemas = {}, securitySchemes = {}, parameters = {} } = shuffled.components;
    Object.assign(shuffled.components, {
      schemas: shuffleKeys(schemas, random),
      securitySchemes: shuffleKeys(securitySchemes, random),
      parameters: shuffleKeys(parameters, random),
    });
    for (const [path, item] of Object.entries(shuffled.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        shuffled.paths[path] = {
          ...shuffled.paths[path],
          [method]: shuffleKeys(operation, random),
        };
      }
    }
    expect(printJson(shuffled)).not.toBe(printJson(emitted));
    expect(printJson(buildDocument(shuffled))).toBe(printJson(document));
  },
);
