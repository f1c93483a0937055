import { type Profiler, Session } from "node:inspector/promises";
import { makeQrPng } from "../../../spec/server/qr-png.ts";
import { contract } from "../../support/contract.ts";
import { requestText } from "../load.ts";

/** What is measured: a call of each kind. */
export const callNames = ["charge", "lookup", "token", "transfer"] as const;
export type CallName = (typeof callNames)[number];

const ids: Record<CallName, string> = {
  charge: "createCharge",
  lookup: "getTransaction",
  token: "issueToken",
  transfer: "createTransfer",
};

/** Path of a call, as OpenAPI writes it. */
export const pathOf = (name: CallName): string => operationOf(name).path;

/** The operation of a call. */
export function operationOf(name: CallName) {
  const found = contract.operations.find(({ id }) => id === ids[name]);
  if (!found) throw new Error(`The contract has no ${ids[name]}.`);
  return found;
}

interface Envelope {
  message: string;
  data: Record<string, unknown> & { pix?: object };
}

/** What every target answers: the contract's example, with the picture of its QR code. */
export const answers = Object.fromEntries(
  callNames.map((name) => {
    const response = operationOf(name).responses.find(({ status }) => status === 200);
    return [name, response?.examples[0]?.value];
  }),
) as unknown as Record<CallName, Envelope>;
const { pix } = answers.charge.data as { pix: { emv: string; qrCode: string } };
pix.qrCode = makeQrPng(pix.emv);

/** Token that every target takes. */
const token = "header.payload.signature";

let sent = 0;

/** Text of the next request of a call: tokens are asked for by another user each time, transfers have other keys. */
export const requests: Record<CallName, () => string> = {
  charge: repeat("charge", pathOf("charge")),
  lookup: repeat("lookup", pathOf("lookup").replace(/\{.*\}/, "txn_2pQ8Lk5vYx0RbZcN")),
  token: () => {
    sent += 1;
    const authorization = `Basic ${btoa(`user-${sent}:secret`)}`;
    return requestText("POST", pathOf("token"), { authorization }, undefined);
  },
  transfer: () => {
    sent += 1;
    const headers = { authorization: `Bearer ${token}`, "x-idempotency-key": `key-${sent}` };
    return requestText("POST", pathOf("transfer"), headers, bodyOf("transfer"));
  },
};

function repeat(name: CallName, path: string): () => string {
  const headers = { authorization: `Bearer ${token}` };
  const text = requestText(operationOf(name).method, path, headers, bodyOf(name));
  return () => text;
}

/** Body of a call: the complete example of the contract. */
function bodyOf(name: CallName): unknown {
  return operationOf(name).body?.examples[0]?.value;
}

/** The work of a hand-written service, as a handler of the stub does it. */
export function respond(name: CallName, body: unknown): unknown {
  if (name !== "charge") return answers[name];
  const { data, ...envelope } = answers.charge;
  return {
    ...envelope,
    data: { ...data, amount: (body as { amountInCents: number }).amountInCents },
  };
}

let calls = 0;

/**
 * Who calls, or undefined: every target looks it up the same way. A company comes as often as the contract lets it in a
 * window, then the next one does.
 */
export function companyOf(given: string | undefined): string | undefined {
  if (given !== token) return undefined;
  calls += 1;
  return `bench-${Math.floor(calls / 45)}`;
}

/**
 * Sends the runner a target's address. Answers "cpu" with the processor time that it has used, and "profile" with the
 * microseconds of it that the service's own code took since the last such message.
 */
export function announce(url: string): void {
  // It is not measured any more.
  process.once("disconnect", () => process.exit());
  process.on("message", async (asked) =>
    process.send?.(
      asked === "profile" ? { own: await takeProfile() } : { cpu: process.cpuUsage() },
    ),
  );
  process.send?.({ url });
}

const session = new Session();
let startedAt: NodeJS.CpuUsage | undefined;

/**
 * Microseconds in the code of the service since the last call, with what it called but host and handler: its share of the
 * samples, of the processor time that was used. The time of a sample is the clock's, and counts other processes.
 */
async function takeProfile(): Promise<number> {
  if (!startedAt) {
    session.connect();
    await session.post("Profiler.enable");
    await session.post("Profiler.setSamplingInterval", { interval: 250 });
  }
  const { user, system } = process.cpuUsage(startedAt);
  const share = startedAt ? ownShare((await session.post("Profiler.stop")).profile) : 0;
  await session.post("Profiler.start");
  startedAt = process.cpuUsage();
  return share * (user + system);
}

/** The code of a service: the stub, or a hand-written one with the same formats. */
const ownCode =
  /\/generated\/server\/|\/packages\/(server|contract)\/|\/spec\/formats\/|\/server-targets\/(node|hand-written|checks|rate-limit)\.ts/;
/** Host and handler, which both services have: Node's HTTP, streams and events, and what stands in for a database. */
const hostOrHandler = /^node:(_http|net|events|stream|internal\/stream|_stream)|\/server-targets\//;

/** The share of the samples of a profile in which the process was busy that were in the code of the service. */
function ownShare({ nodes, samples = [] }: Profiler.Profile): number {
  const isOwn = new Map<number, boolean>();
  const idle = nodes.find(({ callFrame }) => callFrame.functionName === "(idle)")?.id;
  for (const { id, callFrame, children = [] } of nodes) {
    const isCalled = isOwn.get(id) && !hostOrHandler.test(callFrame.url);
    isOwn.set(id, isCalled || ownCode.test(callFrame.url));
    for (const child of children) isOwn.set(child, isOwn.get(id) ?? false);
  }
  const busy = samples.filter((id) => id !== idle);
  return busy.filter((id) => isOwn.get(id)).length / busy.length;
}
