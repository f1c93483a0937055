// The guide's program for payouts, killed at any moment and started again: each payout is paid once.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSandbox } from "../../packages/sandbox/src/create-sandbox.ts";
import { readPrograms, start } from "../docs/support/programs.ts";
import { makeFolder } from "../support/folder.ts";

const kills = Number(process.env.CLIENT_KILLS ?? 100);
const root = join(import.meta.dirname, "../..");

test(`${kills} kills`, async () => {
  const folder = await makeFolder(undefined, join(root, "tmp"));
  const sandbox = await createSandbox({ settings: { rateLimitMultiplier: 0 } });
  try {
    await sandbox.listen({ port: 0 });
    const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
    const program = (await readPrograms("docs/guides/client-transfers.md")).find(
      ({ file }) => file === "payouts.ts",
    );
    await writeFile(join(folder, "payouts.ts"), program?.text ?? "");
    const fromSource = ["--import", "./scripts/from-source.ts"];
    const runner = { command: [process.execPath, ...fromSource], cwd: root, env: process.env };
    const file = join(folder, "payouts.json");
    const begin = () =>
      start(runner, join(folder, "payouts.ts"), {
        PIX_BASE_URL: baseUrl,
        PIX_API_KEY: apiKey,
        PIX_API_SECRET: apiSecret,
        PAYOUTS: file,
      });
    let done = 0;
    let took = 0;
    let paidWhenKilled = 0;
    const made = async (id: string): Promise<number> =>
      (await sandbox.control.transfers.list()).items.filter(({ description }) => description === id)
        .length;
    while (done < kills) {
      const id = `payout-${done}`;
      await writeFile(
        file,
        JSON.stringify([
          { id, pixKey: "destino@example.com", amount: 100, state: "due", round: 1 },
        ]),
      );
      // The first run of all says how long one takes; the others end somewhere within.
      const began = performance.now();
      const killed = begin();
      if (took === 0) await killed.ended;
      else await Promise.race([killed.ended, sleep(took * (0.4 + 0.7 * Math.random()))]);
      took ||= performance.now() - began;
      killed.child.kill("SIGKILL");
      await killed.ended;
      paidWhenKilled += await made(id);
      const again = begin();
      expect(await again.ended, again.output()).toBe(0);
      expect(again.output()).toContain(`${id} sent`);
      expect(await made(id)).toBe(1);
      done++;
    }
    console.info(
      `${done} kills, ${paidWhenKilled} of them after the transfer was made, none paid twice`,
    );
  } finally {
    await sandbox.close();
  }
});
