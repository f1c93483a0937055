import { expect, test } from "vitest";
import { Running } from "./deadline.ts";

test("what waits until nothing runs waits for the last of several", async () => {
  const running = new Running();
  running.start();
  running.start();
  const settled = running.settled(60_000);
  running.end();
  await Promise.resolve();
  running.end();
  expect(await settled).toBe(true);
  expect(await running.settled(0)).toBe(true);
});
