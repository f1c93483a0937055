import { randomUUID } from "node:crypto";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import type { Fault, RawResponse } from "./faulty-server.ts";
import { onDelivery } from "./notifications.ts";
import {
  across,
  type Body,
  created,
  delivers,
  errorResponse,
  handles,
  inData,
  inError,
  inHeaders,
  operationOf,
  resign,
  withHeaders,
} from "./tools.ts";

/** A server that forgets or changes something of an object once its status is another one than at first. */
const once = (
  name: string,
  check: PixCheckName,
  on: string,
  change: (data: Record<string, unknown>) => unknown,
) =>
  inData(name, check, on, (data) => !["pending", "queued"].includes(data.status) && change(data));

const lasting: Fault[] = [
  once("loses the description of a charge once it is paid", "lookup", "getTransaction", (data) => {
    data.description = "";
  }),
  once("changes the amount of a charge once it is paid", "lookup", "getTransaction", (data) => {
    data.amount = Number(data.amount) + 1;
  }),
  once("returns updatedAt as createdAt of a transfer", "lookup", "getTransfer", (data) => {
    data.createdAt = data.updatedAt;
  }),
  once(
    "masks the destination of a transfer once it is completed",
    "lookup",
    "getTransfer",
    (data) => {
      data.pixKey = `***${String(data.pixKey).slice(-4)}`;
    },
  ),
];

/** A server that counts requests one by one, and lets some pass that come together. */
const races = (
  name: string,
  check: PixCheckName,
  id: string,
  status: number,
  pass: (answer: RawResponse, memory: Body) => RawResponse,
) =>
  handles(name, check, async ({ request, forward, memory }) => {
    if (operationOf(request) !== id) return forward();
    memory.open = (memory.open ?? 0) + 1;
    memory.most = Math.max(memory.open, memory.most ?? 0);
    const answer = await forward();
    const isAlone = memory.most === 1;
    memory.open -= 1;
    if (memory.open === 0) memory.most = 0;
    return answer.status === status && !isAlone ? pass(answer, memory) : answer;
  });

const atOnce: Fault[] = [
  races(
    "accepts webhooks above the limit in parallel requests",
    "object-limit",
    "createWebhook",
    422,
    (answer) =>
      created(answer, {
        id: `wh_${randomUUID()}`,
        url: "https://conformance.example/1",
        events: ["transaction_paid"],
        name: "Webhook",
        active: false,
        createdAt: new Date().toISOString(),
        secret: randomUUID(),
      }),
  ),
  races(
    "gives two charges that are created at once one id",
    "unique-ids",
    "createCharge",
    200,
    (answer, memory) => (memory.last ??= answer),
  ),
  races(
    "accepts requests above the rate limit in parallel",
    "rate-limit",
    "createTransfer",
    429,
    (answer) => errorResponse("400 VALIDATION_ERROR", answer),
  ),
];

const keys: Fault[] = [
  handles(
    "stores a 401 under the idempotency key",
    "idempotency-refusals",
    async ({ key, forward, memory }) => {
      memory.refused ??= {};
      if (key !== undefined && memory.refused[key]) return memory.refused[key];
      const answer = await forward();
      if (key !== undefined && answer.status === 401) memory.refused[key] = answer;
      return answer;
    },
  ),
  inHeaders("marks conflicts as replays", "idempotency-conflict", "createTransfer 409", {
    "idempotent-replayed": "true",
  }),
];

const persons: Fault[] = [
  inData(
    "shows the first payer in every payment",
    "lifecycle",
    "getTransaction ok",
    ({ pix }, { memory }) => {
      memory.payer ??= pix?.payerInfo;
      if (pix?.payerInfo) pix.payerInfo = memory.payer;
    },
  ),
  inError(
    "shows a document with dots and hyphen in errors",
    "personal-data",
    "createCharge 400",
    ({ message }, { body }) => ({
      message: `${message} ${String(body.customer?.document).replace(/^(...)(...)(...)(..)$/, "$1.$2.$3-$4")}`,
    }),
  ),
  inError(
    "shows an upper-case e-mail in errors",
    "personal-data",
    "createCharge 400",
    ({ message }, { body }) => ({
      message: `${message} ${String(body.customer?.email).toUpperCase()}`,
    }),
  ),
  across(
    "shows the customer in a header of errors",
    "personal-data",
    "createCharge 400",
    (answer, { body }) =>
      withHeaders(answer, {
        "x-debug": encodeURIComponent(String(body.customer?.email)).replace("%40", "@"),
      }),
  ),
  onDelivery("sends the customer in payment notifications", "personal-data", ({ transaction }) => {
    if (transaction)
      transaction.customer = { email: "maria.souza@example.com", document: "52998224725" };
  }),
];

const sent: Fault[] = [
  delivers("writes a field twice in notifications", "notification-shape", (delivery, send) =>
    send(resign(delivery, delivery.body.replace("{", '{"id":"wh_0",'))),
  ),
  delivers("starts notifications with a byte order mark", "notification-shape", (delivery, send) =>
    send(resign(delivery, `\ufeff${delivery.body}`)),
  ),
  onDelivery("sends another endToEndId of a transfer", "notification-content", ({ transfer }) => {
    if (transfer?.pix?.endToEndId) transfer.pix.endToEndId = "E12345678202611201200abcdefghijk";
  }),
  onDelivery("sends the other type of object", "notification-shape", (body) => {
    body.type = body.type === "transfer" ? "transaction" : "transfer";
  }),
];

/** Faults that reviewers derived from the contract without having built the suite. */
export const reviewedFaults: readonly Fault[] = [
  ...lasting,
  ...atOnce,
  ...keys,
  ...persons,
  ...sent,
];
