import { expect, test, vi } from "vitest";
import { useManualTime } from "../../../../test/support/time.ts";
import { RedisIdempotencyStore } from "./redis.ts";

test("a key is renewed long before its lease runs out, as often as the work needs it", async () => {
  useManualTime();
  const asked: string[] = [];
  const client = {
    eval: async (script: string, _keys: number, ...given: (string | number)[]) => {
      const [, owner, length] = given;
      if (script.includes("'time'")) asked.push(`held ${given[3]}`);
      else if (script.includes("pexpire") && !script.includes("hset"))
        asked.push(`renewed ${length}`);
      return script.includes("'time'") ? "1700000000000000" : owner;
    },
  };
  const request = {
    id: "i",
    operation: "o",
    owner: "c",
    key: "k",
    fingerprint: "f",
    now: 0,
    expiresAt: 1000,
  };
  let finish = (): void => {};
  const outcome = new RedisIdempotencyStore(client).run(request, async ({ fencingToken }) => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return { result: fencingToken };
  });
  for (let second = 0; second < 65; second++) {
    await vi.advanceTimersByTimeAsync(1_000);
    if (second === 28)
      expect(asked, "before the lease of 30 seconds is over").toEqual([
        "held 30000",
        ...Array(2).fill("renewed 30000"),
      ]);
  }
  expect(asked).toEqual(["held 30000", ...Array(6).fill("renewed 30000")]);
  finish();
  expect(await outcome).toEqual({ kind: "ran", result: 1_700_000_000_000_000 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.length, "nothing is renewed after the end").toBe(7);
});
