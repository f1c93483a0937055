// Random commands on a sandbox and on a simple model of it: both have to say the same after each.
//
// A failure prints seed, path and replay path; `SANDBOX_SEED`, `SANDBOX_PATH` and `SANDBOX_REPLAY` repeat it.
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createPixClient,
  type KeyStore,
  type PixClient,
} from "../../../generated/client/src/index.ts";
import { createSandbox, type RunningSandbox } from "../../../packages/sandbox/src/index.ts";
import { chooseSeed, roundsOf } from "../support/random.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { commands, type Real } from "./commands.ts";
import { Model, settings, start } from "./model.ts";

const { SANDBOX_PATH: path, SANDBOX_REPLAY: replayPath } = process.env;

test("the sandbox does what its model does", { timeout: roundsOf(900_000) }, async () => {
  const seed = chooseSeed("model");
  const receiver = await startReceiver();
  try {
    const sequences = fc.commands([...commands], {
      maxCommands: 60,
      size: "max",
      ...(replayPath && { replayPath }),
    });
    await fc.assert(
      fc.asyncProperty(sequences, (given) => runOnBoth(given, receiver)),
      {
        seed,
        ...(path && { path }),
        numRuns: roundsOf(60),
        // Bounded where the machine is slow: what was tried until then holds.
        interruptAfterTimeLimit: roundsOf(10_000),
      },
    );
  } finally {
    await receiver[Symbol.asyncDispose]();
  }
});

async function runOnBoth(
  given: Iterable<fc.AsyncCommand<Model, Real>>,
  receiver: Receiver,
): Promise<void> {
  await using sandbox = await createSandbox({ automatic: false, settings, requestLog: false });
  await sandbox.control.clock.freeze();
  await sandbox.control.clock.set(new Date(start));
  // The sandbox is to refuse a key with another body, not the client.
  const keyStore: KeyStore = {
    begin: (_, request) => ({ request, calls: 1, open: 1 }),
    withdraw: () => 0,
    settle() {},
  };
  const connect = (): PixClient =>
    createPixClient({
      ...sandbox.credentials,
      strict: true,
      fetch: sandbox.fetch,
      retry: false,
      keyStore,
    });
  const model = new Model();
  const real = { sandbox, pix: connect(), connect, receiver };
  await fc.asyncModelRun(() => ({ model, real }), given);
  await checkNotifications(sandbox, model, receiver);
}

/** Every notification of the model is written; those not dropped with their registration arrived, however often they failed. */
async function checkNotifications(
  { control }: RunningSandbox,
  model: Model,
  receiver: Receiver,
): Promise<void> {
  const notified = { ...model.notified };
  await control.clock.advance("2d");
  const registered = new Set(model.webhooks);
  const counted: Record<string, number> = {};
  for (let before: string | null | undefined; before !== null; ) {
    const { items, next } = await control.notifications.list({
      limit: 200,
      ...(before && { before }),
    });
    for (const { id, event, status, webhookId, createdAt } of items) {
      if (Date.parse(createdAt) <= model.now) counted[event] = (counted[event] ?? 0) + 1;
      if (webhookId !== null && registered.has(webhookId))
        expect(status, `${id} ${event}`).toBe("delivered");
      if (status === "delivered") expect(receiver.counts.has(id), `${id} ${event}`).toBe(true);
    }
    before = next;
  }
  expect(counted).toEqual(notified);
}
