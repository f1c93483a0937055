// The sandbox whose operations operations.test.ts calls, with a receiver of its notifications.
import { afterAll, beforeAll, expect } from "vitest";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../../packages/sandbox/src/create-sandbox.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { call, type Given, type ReadResponse, transfer } from "./call.ts";

export let sandbox: RunningSandbox;
export let receiver: Receiver;

beforeAll(async () => {
  sandbox = await createSandbox({
    settings: { transferSteps: { queued: null, processing: null } },
  });
  receiver = await startReceiver();
});
afterAll(async () => {
  await sandbox.close();
  await receiver[Symbol.asyncDispose]();
});

export const ask = (method: string, path: string, given?: Given): Promise<ReadResponse> =>
  call(sandbox, method, path, given);
export const post = (path: string, body?: unknown): Promise<ReadResponse> =>
  ask("POST", path, body === undefined ? {} : { body });
export const get = (path: string): Promise<ReadResponse> => ask("GET", path);

/** Creates a charge and returns its id. */
export async function makeCharge(fields: object = {}): Promise<string> {
  const { status, body } = await post("/charges", { amountInCents: 1_000, ...fields });
  expect(status).toBe(200);
  return body.id;
}

/** Creates a transfer and returns its id. */
export async function makeTransfer(fields: object = {}): Promise<string> {
  const { status, body } = await post("/transfers", { ...transfer, ...fields });
  expect(status).toBe(200);
  return body.id;
}

/** Balance of a company, in centavos. */
export async function balanceOf(companyId: string): Promise<number> {
  return (await get(`/companies/${companyId}`)).body.balance;
}
