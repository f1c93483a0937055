import { expect, test } from "vitest";
import { closeUnderLoad } from "./support/close-under-load.ts";
import { onEachAdapter } from "./support/each-adapter.ts";

onEachAdapter(() => {
  test("100 closes under keep-alive load fail no request", { timeout: 300_000 }, async () => {
    const { answered, failures } = await closeUnderLoad(100);
    expect(failures).toEqual([]);
    expect(answered).toBeGreaterThan(1600);
  });
}, ["node", "fastify"]);
