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

test("a fault with a probability happens as its seed decides, in the same order again, and counts when it does", async () => {
  await using service = await openService();
  const { db } = service.sandbox.storage;
  const row = { id: "flt_1", operation: "issueToken", kind: "latency", createdAt: 1 };
  const options = { delay: 10, maxDelay: 20, probability: 0.3, seed: 7 };
  const sequence = async (): Promise<(number | undefined)[]> => {
    await db.deleteFrom("faults").execute();
    await db
      .insertInto("faults")
      .values({ ...row, remaining: 30, optionsJson: JSON.stringify(options) })
      .execute();
    const delays: (number | undefined)[] = [];
    for (let request = 0; request < 200; request++)
      delays.push((await takeFault(db, "issueToken"))?.options.delay);
    return delays;
  };
  const first = await sequence();
  const happened = first.filter((delay) => delay !== undefined);
  expect(happened).toHaveLength(30);
  expect(happened.every((delay) => delay >= 10 && delay <= 20)).toBe(true);
  expect(new Set(happened).size).toBeGreaterThan(5);
  // Three of ten, so that the last of thirty comes near the hundredth request.
  const last = first.lastIndexOf(happened.at(-1));
  expect(last).toBeGreaterThan(60);
  expect(await sequence()).toEqual(first);
});

test("a fault that does not happen lets the next one happen", async () => {
  await using service = await openService();
  const { db } = service.sandbox.storage;
  const row = { operation: "issueToken", remaining: null, createdAt: 1 };
  const never = JSON.stringify({ probability: 0, seed: 1 });
  await db
    .insertInto("faults")
    .values([
      { ...row, id: "flt_1", kind: "reset", optionsJson: never },
      { ...row, id: "flt_2", kind: "error", optionsJson: "{}" },
    ])
    .execute();
  expect((await takeFault(db, "issueToken"))?.kind).toBe("error");
});

test.for([
  [{ delay: 10, maxDelay: 10 }, [10]],
  [{ delay: 10, maxDelay: 11 }, [10, 11]],
  [{ maxDelay: 1 }, [0, 1]],
  [{ delay: 0 }, [0]],
  [{ delay: 10 }, [10]],
  [{}, [undefined]],
] as const)(
  "a fault with %j waits for each of %j milliseconds, and no others",
  async ([options, delays]) => {
    await using service = await openService();
    const { db } = service.sandbox.storage;
    const row = {
      id: "flt_1",
      operation: "issueToken",
      kind: "latency",
      remaining: null,
      createdAt: 1,
    };
    await db
      .insertInto("faults")
      .values({ ...row, optionsJson: JSON.stringify({ ...options, seed: 7 }) })
      .execute();
    const found = new Set<number | undefined>();
    for (let request = 0; request < 40; request++)
      found.add((await takeFault(db, "issueToken"))?.options.delay);
    expect([...found].sort()).toEqual(delays);
  },
);
