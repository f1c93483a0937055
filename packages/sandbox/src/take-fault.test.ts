import { expect, test } from "vitest";
import { openService } from "../../../test/sandbox/support/service.ts";
import { takeFault } from "./take-fault.ts";

test("of several that come at once, one gets the last of a fault", async () => {
  await using service = await openService();
  const { db } = service.sandbox.storage;
  const fault = {
    id: "flt_1",
    operation: "issueToken",
    kind: "error",
    remaining: 1,
    optionsJson: "{}",
    createdAt: 1,
  };
  await db.insertInto("faults").values(fault).execute();
  const taken = await Promise.all([1, 2, 3].map(() => takeFault(db, "issueToken")));
  expect(taken.filter((one) => one !== undefined)).toHaveLength(1);
});
