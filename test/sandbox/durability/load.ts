import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { triggerDomain } from "../../../packages/sandbox/src/service/triggers.ts";
import type { Random } from "../support/random.ts";
import { charge, transfer } from "../support/service.ts";

/** What the sandboxes of a test have said, and what was asked of them without an answer. */
export interface Record {
  charges: string[];
  /** Answers of transfers by their keys; null where the connection broke before there was one. */
  transfers: Map<string, string | null>;
  /** Ids of registrations by their names; null as with transfers. */
  webhooks: Map<string, string | null>;
  /** Answers that are neither a success nor expected. */
  surprises: string[];
  /** Whether a call may be answered by the error of a service that fails; its outcome is open then. */
  mayFail: boolean;
  /** Answers, and those among them that were such errors. */
  answers: number;
  failures: number;
  /** Milliseconds that the slowest answer took. */
  slowest: number;
  /** Callers end when this is set. */
  isOver: boolean;
}

export function makeRecord(): Record {
  return {
    charges: [],
    transfers: new Map(),
    webhooks: new Map(),
    surprises: [],
    mayFail: false,
    answers: 0,
    failures: 0,
    slowest: 0,
    isOver: false,
  };
}

/** Settings under which a load meets no limit, and transfers end soon. */
export const loadSettings = {
  rateLimitMultiplier: 0,
  dailyLimit: 10 ** 12,
  openingBalance: 10 ** 12,
  transferSteps: { queued: 20, processing: 20 },
};

/** Registrations in addition to the receiver's: a company may have ten. */
const mostWebhooks = 9;

/** A charge that is paid by itself. */
const paidCharge = { ...charge, customer: { ...charge.customer, email: `paid@${triggerDomain}` } };

export async function post(
  url: string,
  token: string,
  path: string,
  body: unknown,
  headers: { [name: string]: string } = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const answer = await fetch(url + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

export function sendTransfer(url: string, token: string, key: string) {
  return post(url, token, "/api/v1/pix/out/pixkey", transfer, { "x-idempotency-key": key });
}

/** How much has been said so far. */
export function countAnswers({ charges, transfers, webhooks }: Record): number {
  const answered = [...transfers.values(), ...webhooks.values()].filter(
    (answer) => answer !== null,
  );
  return charges.length + answered.length;
}

/** Waits until a count has grown by so many; how long that takes is the machine's business. */
async function waitForMore(count: () => number, more: number, what: string): Promise<void> {
  const wanted = count() + more;
  const end = Date.now() + 30_000;
  while (count() < wanted) {
    if (Date.now() > end) throw new Error(`${more} ${what} did not come within 30 seconds.`);
    await sleep(1);
  }
}

/** Waits until so many more calls have succeeded. */
export const waitForAnswers = (record: Record, more: number): Promise<void> =>
  waitForMore(() => countAnswers(record), more, "answers");

/** Waits until so many more calls have failed. */
export const waitForFailures = (record: Record, more: number): Promise<void> =>
  waitForMore(() => record.failures, more, "failures");

/** Waits until so many more calls have ended, whatever came of them. */
export const waitForEnds = (record: Record, more: number): Promise<void> =>
  waitForMore(() => record.answers, more, "responses");

/** Calls a sandbox again and again until it is killed, and keeps record of what it has said. */
export async function callUntilKilled(
  url: string,
  token: string,
  record: Record,
  random: Random,
): Promise<void> {
  while (!record.isOver) {
    const start = performance.now();
    try {
      const dice = random();
      if (dice < 0.5) await createCharge(url, token, record, random);
      else if (dice < 0.95 || record.webhooks.size >= mostWebhooks)
        await createTransfer(url, token, record, random);
      else await createWebhook(url, token, record);
    } catch {
      return;
    }
    record.answers += 1;
    record.slowest = Math.max(record.slowest, performance.now() - start);
  }
}

async function createCharge(
  url: string,
  token: string,
  record: Record,
  random: Random,
): Promise<void> {
  const body = random() < 0.3 ? paidCharge : charge;
  const { status, text } = await post(url, token, "/api/v1/pix/in/qrcode", body);
  if (status === 200) record.charges.push(idOf(text));
  else noteFailure(record, `charge: ${status} ${text}`, status);
}

async function createTransfer(
  url: string,
  token: string,
  record: Record,
  random: Random,
): Promise<void> {
  // Some repeat a request that had no answer, as a client does.
  const open = [...record.transfers].filter(([, answer]) => answer === null).map(([key]) => key);
  const key = (random() < 0.3 && open[Math.floor(random() * open.length)]) || randomUUID();
  if (!record.transfers.has(key)) record.transfers.set(key, null);
  const { status, text } = await sendTransfer(url, token, key);
  if (status === 200) {
    const earlier = record.transfers.get(key);
    if (earlier && earlier !== text)
      record.surprises.push(`transfer ${key}: ${earlier} and then ${text}`);
    record.transfers.set(key, text);
  } else if (status !== 409) {
    noteFailure(record, `transfer: ${status} ${text}`, status);
  }
}

async function createWebhook(url: string, token: string, record: Record): Promise<void> {
  const name = randomUUID();
  record.webhooks.set(name, null);
  const body = { url: "https://shop.example.com/pix", name, isActive: false };
  const { status, text } = await post(url, token, "/api/v1/webhook", body);
  if (status === 200) record.webhooks.set(name, idOf(text));
  else noteFailure(record, `webhook: ${status} ${text}`, status);
}

function noteFailure(record: Record, text: string, status: number): void {
  if (record.mayFail && status === 500) record.failures += 1;
  else record.surprises.push(text);
}

export function idOf(text: string): string {
  return (JSON.parse(text) as { data: { id: string } }).data.id;
}
