// What the suite has created, and what it deletes of it at its end.
import { expect, test } from "vitest";
import type { Operation, Resource } from "./contract.ts";
import { CreatedObjects } from "./created-objects.ts";
import type { Caller, Exchange } from "./exchange.ts";
import type { CallChanges } from "./requests.ts";

const [create, list, remove] = ["create", "list", "remove"].map((id) => ({ id }) as Operation);
const resource = { create, list, remove } as Resource;
const first = { name: "first", apiKey: "a" } as Caller;
const second = { name: "second", apiKey: "b" } as Caller;

/** Objects of a server whose responses have these statuses, one after the other, and the calls that came. */
function open({
  statuses = [] as number[],
  now = 0,
  records = [] as object[],
  own = resource,
} = {}) {
  const calls: (CallChanges & { operation: string })[] = [];
  const objects = new CreatedObjects([own], {
    now: () => now,
    call: async (operation, changes) => {
      calls.push({ operation: operation.id, ...changes });
      const status = statuses.shift() ?? 200;
      return {
        operation,
        response: { status, ok: status < 300, json: { data: records } },
        receivedAt: now,
      } as unknown as Exchange;
    },
  });
  return { objects, calls };
}

const created = (id: unknown, as: Caller | undefined = first, more: object = {}) =>
  ({
    operation: create,
    as,
    receivedAt: 10,
    response: { status: 201, json: { data: { id } } },
    ...more,
  }) as unknown as Exchange;

test.for([
  [200, [], true],
  [204, [], true],
  [404, [], false],
  [409, ["x"], false],
  [429, ["x"], false],
  [500, ["x"], false],
] as const)(
  "after a deletion that is answered with %d, %j are left to delete",
  async ([status, left, isDeleted]) => {
    const { objects, calls } = open({ statuses: [status], now: 7 });
    objects.note(created("x", second));
    await objects.discard("x", "?a=1");
    expect(objects.ids).toEqual(left);
    expect(objects.deleted.get("x")).toBe(isDeleted ? 7 : undefined);
    expect(calls).toEqual([
      { operation: "remove", label: "clean up", id: "x", query: "?a=1", as: second },
    ]);
  },
);

test("all that is left is deleted, each once, and what is not ours is left alone", async () => {
  const { objects, calls } = open({ statuses: [200, 500] });
  for (const id of ["x", "y"]) objects.note(created(id));
  await objects.discardAll();
  expect(calls.map(({ id }) => id)).toEqual(["x", "y"]);
  await objects.discardAll();
  expect(calls.map(({ id }) => id)).toEqual(["x", "y", "y"]);
  expect(await objects.discard("z")).toBeUndefined();
  expect(calls).toHaveLength(3);
});

test.for<[string, Exchange, string[]]>([
  ["an object", created("x"), ["x"]],
  ["an object without an id", created(undefined), []],
  ["an id that is a number", created(1), []],
  ["an object without a creator", created("x", undefined, { as: undefined }), []],
  ["a success of another operation", created("x", first, { operation: list }), []],
])("of %s the ids are kept", ([, exchange, ids]) => {
  const { objects } = open();
  objects.note(exchange);
  expect(objects.ids).toEqual(ids);
});

test("what cannot be deleted is not kept", () => {
  const { objects } = open({ own: { create, list } as Resource });
  objects.note(created("x"));
  expect([objects.ids, objects.first.has("create")]).toEqual([[], true]);
});

test("the first success is that of the first caller, and stays", () => {
  const { objects } = open();
  for (const one of [created("x", second), created("y"), created("z")]) objects.note(one);
  expect(objects.first.get("create")?.response).toMatchObject({ json: { data: { id: "y" } } });
});

test.for<[string, object, string[]]>([
  ["after it was created", { sentAt: 11 }, ["x"]],
  ["at the moment of its response", { sentAt: 10 }, []],
  ["before", { sentAt: 9 }, []],
  ["of another caller", { sentAt: 11, as: second }, []],
  ["of another operation", { sentAt: 11, operation: create }, []],
])("a list %s has to show %j", ([, changes, shown]) => {
  const { objects } = open();
  objects.note(created("x"));
  expect(objects.listedBy({ operation: list, as: first, ...changes } as Exchange)).toEqual(shown);
});

test("an object whose deletion was refused may be shown or not", async () => {
  const { objects } = open({ statuses: [500] });
  objects.note(created("x"));
  await objects.discard("x");
  expect(objects.listedBy({ operation: list, as: first, sentAt: 11 } as Exchange)).toEqual([]);
});

test("an object of another client is foreign, one of ours is not, deleted or not", async () => {
  const { objects } = open();
  for (const id of ["x", "y"]) objects.note(created(id));
  await objects.discard("y");
  const ids = ["x", "y", "z", 1, undefined];
  expect(ids.map((id) => objects.isForeign({ id } as never))).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(objects.isForeign("x")).toBe(false);
});

test("objects of an earlier run are deleted too, those that have its mark", async () => {
  const records = [{ id: "x", mark: 1 }, { id: "y" }, { mark: 1 }, { id: 3, mark: 1 }];
  const { objects, calls } = open({ records });
  await objects.findRemains(second, (record) => record.mark === 1);
  expect(objects.ids).toEqual(["x"]);
  expect(calls).toEqual([{ operation: "list", label: "remains of an earlier run", as: second }]);
  const refused = open({ records, statuses: [500] });
  await refused.objects.findRemains(first, () => true);
  expect(refused.objects.ids).toEqual([]);
});
