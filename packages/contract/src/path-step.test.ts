import { expect, test } from "vitest";
import { readStep, readStepValues } from "./path-step.ts";

test.for<[template: string, step: string, values: readonly string[] | undefined]>([
  ["books", "books", []],
  ["books", "Books", undefined],
  ["books", "booksx", undefined],
  ["{id}", "7", ["7"]],
  ["{id}", "a.b/ç", ["a.b/ç"]],
  ["{id}", "", undefined],
  ["{id}.json", "7.json", ["7"]],
  ["{id}.json", "7.json.json", ["7.json"]],
  ["{id}.json", "7.jsonx", undefined],
  ["{id}.json", "7xjson", undefined],
  ["{id}.json", ".json", undefined],
  ["v{id}", "v7", ["7"]],
  ["v{id}", "xv7", undefined],
  ["{id}:cancel", "a:b:cancel", ["a:b"]],
  ["{from}-{to}", "1-2", ["1", "2"]],
  ["{from}-{to}", "1-2-3", ["1", "2-3"]],
  ["{from}-{to}", "1-", undefined],
  ["({id})+", "(7)+", ["7"]],
  ["{id}.x", "a\nb.x", ["a\nb"]],
])("the step %s of a path takes %j: %j", ([template, step, values]) => {
  const read = readStep(template);
  expect(readStepValues(read, step)).toEqual(values);
  expect(read.names).toHaveLength(template.split("{").length - 1);
});
