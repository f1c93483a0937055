import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { findPort } from "../../support/find-port.ts";
import { makeFolder } from "../../support/folder.ts";
import type { Running } from "./programs.ts";

type Start = (environment?: NodeJS.ProcessEnv) => Running;

/** What a scenario does to the only payout, and what it asks. */
interface Scene {
  /** A fault of the next requests that create a transfer. */
  fault(kind: "reset" | "error" | "latency", more?: object): Promise<unknown>;
  /** Starts the program, with other variables than the sandbox's where they are given. */
  begin(more?: NodeJS.ProcessEnv): Running;
  /** Runs the program to its end, and gives what it prints. */
  pay(more?: NodeJS.ProcessEnv): Promise<string>;
  /** Changes the payout where it is stored. */
  change(more: object): Promise<void>;
  /** Transfers that were made. */
  paid(): Promise<number>;
  sandbox: RunningSandbox;
}

const due = {
  id: "payout-7",
  pixKey: "destino@example.com",
  amount: 150_000,
  state: "due",
  round: 1,
};
const sent = /^payout-7 sent/;

/** The guide's program against the faults that it is written for: whatever happens, a payout is paid once. */
const scenarios: Record<string, (scene: Scene) => Promise<void>> = {
  "a connection that breaks after it is paid: the client's own repeat finds the transfer": async (
    scene,
  ) => {
    await scene.fault("reset");
    expect(await scene.pay()).toBe("payout-7 sent");
    expect(await scene.paid()).toBe(1);
  },
  "connections that break until the client gives up: the next run finds the transfer": async (
    scene,
  ) => {
    await scene.fault("reset", { count: 4 });
    expect(await scene.pay()).toBe("payout-7 due ConnectionError");
    expect(await scene.paid()).toBe(1);
    expect(await scene.pay()).toMatch(sent);
    expect(await scene.paid()).toBe(1);
  },
  "a crash while the request runs: the next run sends the same one": async (scene) => {
    await scene.fault("latency", { delay: 60_000 });
    const crashing = scene.begin();
    const left = async (): Promise<object[]> => (await scene.sandbox.control.faults.list()).items;
    await expect.poll(left).toEqual([]);
    await crashing.stop();
    expect(await scene.pay()).toMatch(sent);
    expect(await scene.paid()).toBe(1);
  },
  "a refusal stays with its key: a new attempt has a new one": async (scene) => {
    await scene.fault("error", { code: "INSUFFICIENT_BALANCE" });
    expect(await scene.pay()).toBe("payout-7 refused INSUFFICIENT_BALANCE");
    expect(await scene.pay()).toBe("payout-7 refused INSUFFICIENT_BALANCE");
    expect(await scene.paid()).toBe(0);
    await scene.change({ state: "due", round: 2, keyUsedAt: undefined });
    expect(await scene.pay()).toMatch(sent);
    expect(await scene.paid()).toBe(1);
  },
  "a key that may be forgotten is not sent again": async (scene) => {
    await scene.fault("reset", { count: 4 });
    await scene.pay();
    await scene.change({ keyUsedAt: Date.now() - 21 * 3_600_000 });
    await scene.sandbox.control.clock.advance("25h");
    expect(await scene.pay()).toBe("payout-7 ask its key may be forgotten");
    expect(await scene.paid()).toBe(1);
  },
  "a provider that answers every repeat with 409: repeating ends": async (scene) => {
    await scene.fault("reset");
    await scene.fault("error", { code: "DUPLICATE_IDEMPOTENCY_KEY", count: null });
    expect(await scene.pay()).toBe("payout-7 ask DUPLICATE_IDEMPOTENCY_KEY");
    expect(await scene.paid()).toBe(1);
  },
  "nothing listens: nothing was sent, and the key is kept": async (scene) => {
    expect(await scene.pay({ PIX_BASE_URL: `http://127.0.0.1:${await findPort()}` })).toBe(
      "payout-7 due ConnectionError",
    );
    expect(await scene.pay()).toMatch(sent);
    expect(await scene.paid()).toBe(1);
  },
};

/** Plays every scenario with the guide's program. */
export async function checkPayouts(run: Start): Promise<void> {
  const folder = await makeFolder();
  const sandbox = await createSandbox({ settings: { rateLimitMultiplier: 0 } });
  try {
    await sandbox.listen({ port: 0 });
    const { baseUrl, apiKey, apiSecret } = sandbox.credentials;
    const file = join(folder, "payouts.json");
    const begin: Scene["begin"] = (more) =>
      run({
        PIX_BASE_URL: baseUrl,
        PIX_API_KEY: apiKey,
        PIX_API_SECRET: apiSecret,
        PAYOUTS: file,
        ...more,
      });
    const scene: Scene = {
      sandbox,
      begin,
      fault: (kind, more = {}) =>
        sandbox.control.faults.add({ operation: "createTransfer", kind, ...more }),
      pay: async (more) => {
        const running = begin(more);
        expect(await running.ended, running.output()).toBe(0);
        return running.output().trim();
      },
      change: async (more) => {
        const [payout] = JSON.parse(await readFile(file, "utf8")) as object[];
        await writeFile(file, JSON.stringify([{ ...payout, ...more }]));
      },
      paid: async () => (await sandbox.control.transfers.list()).items.length,
    };
    for (const [name, play] of Object.entries(scenarios)) {
      await sandbox.control.reset();
      await writeFile(file, JSON.stringify([due]));
      await rm(`${file}.keys`, { force: true });
      try {
        await play(scene);
      } catch (error) {
        throw new Error(name, { cause: error });
      }
    }
  } finally {
    await sandbox.close();
  }
}
