import { expect, test } from "vitest";
import { Budget } from "./budget.ts";
import { Listener } from "./listener.ts";

test("the first finding ends a run that fails fast, but not its cleaning up", async () => {
  const budget = new Budget({ url: "http://localhost", failFast: true } as never, () => true);
  expect(() => budget.check()).toThrow("The first finding");
  let isCleaned = false;
  await budget.clean(10_000, async () => {
    budget.check();
    isCleaned = true;
  });
  expect(isCleaned).toBe(true);
});

test("without a public URL only this machine reaches the receivers", async () => {
  const listener = await Listener.open();
  try {
    expect((await fetch(`${listener.url}/a`, { method: "POST" })).status).toBe(200);
    await expect(fetch(listener.url.replace("127.0.0.1", "127.0.0.2"))).rejects.toThrow(
      "fetch failed",
    );
  } finally {
    await listener.close();
  }
});
