import { CompiledQuery } from "kysely";
import { expect, test, vi } from "vitest";
import { prepared } from "./prepared.ts";
import type { Storage } from "./storage.ts";

test("the text is made once for a storage, and the values are put where they belong", () => {
  const build = vi.fn(({ dialect }: Storage, ids: readonly string[], day: string) =>
    CompiledQuery.raw(`select on ${dialect}`, [day, "own", ids, day]),
  );
  const query = prepared(build);
  const [one, two] = [{ dialect: "sqlite" }, { dialect: "postgres" }] as Storage[] as [Storage, Storage];
  expect(query(one, ["a"], "monday")).toMatchObject({
    sql: "select on sqlite",
    parameters: ["monday", "own", ["a"], "monday"],
  });
  expect(query(one, ["b", "c"], "tuesday").parameters).toEqual(["tuesday", "own", ["b", "c"], "tuesday"]);
  expect(query(two, [], "").sql).toBe("select on postgres");
  expect(build).toHaveBeenCalledTimes(2);
});
