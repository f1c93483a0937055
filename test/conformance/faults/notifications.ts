import { createHmac, randomUUID } from "node:crypto";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import type { Delivery, Fault, Message } from "./faulty-server.ts";
import {
  after,
  type Body,
  delivers,
  fault,
  isOk,
  parse,
  resign,
  signed,
  withData,
  withHeaders,
} from "./tools.ts";

const taken = { status: 200, headers: {}, body: "" };

/** Path of a receiver, as deliveries to it have it. */
const receiverOf = (url: string) => url.replace(/^.*\/conformance-suite/, "");

/** A fault in notifications, which are signed with it. */
export const onDelivery = (
  name: string,
  check: PixCheckName,
  change: (body: Body) => unknown,
): Fault =>
  delivers(name, check, (delivery, send) => {
    change(delivery.json);
    return send(resign(delivery, JSON.stringify(delivery.json)));
  });

/** A fault in the headers, the path or the signature of notifications. */
export const sends = (
  name: string,
  check: PixCheckName,
  change: (delivery: Delivery) => Partial<Message>,
): Fault => delivers(name, check, (delivery, send) => send({ ...delivery, ...change(delivery) }));

/** A fault in the signature of notifications. */
export const signs = (name: string, change: (value: string) => string): Fault =>
  sends(name, "notification-signature", (delivery) =>
    signed(delivery, change(String(delivery.headers["pix-signature"]))),
  );

/** A server that signs for another time than the present, in seconds. */
export const signsAt = (name: string, time: () => number): Fault =>
  sends(name, "notification-signature", (delivery) =>
    signed(delivery, delivery.sign(delivery.body, time())),
  );

/** A server that takes something of a receiver's answer for something else. */
const misreads = (name: string, check: PixCheckName, status: number, as: number) =>
  delivers(name, check, async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === status ? { ...answer, status: as } : answer;
  });

/** A server that sends what is for one receiver to another as well. */
const sendsTo = (name: string, check: PixCheckName, from: string, to: string) =>
  delivers(name, check, async (delivery, send) => {
    if (delivery.path.includes(from))
      await send({ ...delivery, path: delivery.path.replace(from, to) });
    return send(delivery);
  });

/** A server that does not send some notifications. */
const keeps = (name: string, isKept: (body: Body) => boolean) =>
  delivers(name, "notification-expected", async (delivery, send) =>
    isKept(delivery.json) ? taken : send(delivery),
  );

/** A fault in the object of notifications about transfers, or about charges. */
const onSubject = (
  name: string,
  check: PixCheckName,
  subject: string,
  change: (object: Body) => unknown,
) => onDelivery(name, check, (body) => body[subject] && change(body[subject]));

/** Faults in what is sent to receivers. */
export const notificationFaults: readonly Fault[] = [
  keeps("sends no notification of refunds", ({ event }) => event === "transaction_refunded"),
  keeps(
    "sends no transfer events to webhooks",
    ({ scope, type }) => scope === "user" && type === "transfer",
  ),
  delivers(
    "sends every notification twice with different ids",
    "notification-expected",
    async (delivery, send) => {
      await send(delivery);
      return send(resign(delivery, JSON.stringify({ ...delivery.json, id: `wh_${randomUUID()}` })));
    },
  ),
  onSubject(
    "omits the amount",
    "notification-shape",
    "transaction",
    (charge) => delete charge.amount,
  ),
  onSubject("sends amounts as strings", "notification-shape", "transfer", (transfer) => {
    transfer.amount = String(transfer.amount);
  }),
  sends("sends notifications as a form", "notification-shape", (delivery) =>
    withHeaders(delivery, { "content-type": "application/x-www-form-urlencoded" }),
  ),
  sends("sends notifications with PUT", "notification-shape", () => ({ method: "PUT" })),
  sends("signs other bytes than it sends", "notification-signature", ({ body }) => ({
    body: JSON.stringify(parse(body), null, 2),
  })),
  sends("does not sign", "notification-signature", (delivery) =>
    withHeaders(delivery, { "pix-signature": undefined }),
  ),
  signsAt("signs with a timestamp in milliseconds", () => Date.now()),
  signsAt("signs with its start time", () => 1_790_000_000),
  delivers(
    "signs for all webhooks with the same secret",
    "notification-signature",
    (delivery, send, { memory }) => {
      memory.first ??= delivery;
      return send(signed(delivery, memory.first.sign(delivery.body)));
    },
  ),
  onSubject(
    "sends the net amount of a transfer as its amount",
    "notification-content",
    "transfer",
    (transfer) => {
      transfer.amount = 0;
    },
  ),
  onDelivery("sends every notification with the scope user", "notification-content", (body) =>
    Object.assign(body, { scope: "user" }),
  ),
  onSubject("sends another destination", "notification-content", "transfer", (transfer) => {
    if (transfer.pixKey) transfer.pixKey = "52998224725";
  }),
  onSubject(
    "sends another endToEndId of a payment",
    "notification-content",
    "transaction",
    ({ pix }) => {
      if (pix) pix.endToEndId = "E12345678202611201200abcdefghijk";
    },
  ),
  onDelivery("sends transfer_updated with the status queued", "notification-expected", (body) => {
    if (body.event === "transfer_updated") body.transfer.status = "queued";
  }),
  onDelivery("sends every attempt with a new id", "notification-id", (body) =>
    Object.assign(body, { id: `wh_${randomUUID()}` }),
  ),
  onDelivery("reuses one id for all notifications", "notification-id", (body) =>
    Object.assign(body, { id: "wh_1" }),
  ),
  delivers("does not retry a failed delivery", "notification-repeat", async (delivery, send) => {
    await send(delivery);
    return taken;
  }),
  misreads("treats a receiver's 404 as success", "notification-repeat", 404, 200),
  misreads("stops retrying after a receiver's 410", "notification-repeat", 410, 200),
  misreads("treats only 200 as success", "notification-repeat", 204, 500),
  delivers("has no timeout for receivers", "notification-timeout", async (delivery, send) => {
    if (!delivery.path.includes("silent")) return send(delivery);
    void send(delivery).catch(() => {});
    return taken;
  }),
  sends("has a timeout of two seconds for receivers", "notification-timeout", () => ({
    timeout: 2_000,
  })),
  delivers("follows redirects", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === 302
      ? send({ ...delivery, path: receiverOf(answer.headers.location ?? "") })
      : answer;
  }),
  sendsTo("sends every event to every webhook", "notification-isolation", "/all", "/some"),
  sendsTo("sends to deleted webhooks", "notification-isolation", "/all", "/deleted"),
  sendsTo("sends to inactive webhooks", "notification-isolation", "/all", "/inactive"),
  sendsTo(
    "sends notifications of payments to another company",
    "notification-isolation",
    "/all",
    "/other",
  ),
  delivers(
    "reuses the first signature for retries",
    "notification-signature",
    (delivery, send, { memory }) => {
      const which = `${delivery.path} ${delivery.json.id}`;
      memory[which] ??= delivery.headers["pix-signature"] ?? "";
      return send(signed(delivery, memory[which]));
    },
  ),
  fault(
    "sends nothing to webhooks with an empty list of events",
    "notification-expected",
    after("createWebhook", (answer, { body, memory }) => {
      if (Array.isArray(body.events) && body.events.length === 0)
        memory[receiverOf(body.url)] = true;
      return answer;
    }),
    async (delivery, send, { memory }) => (memory[delivery.path] ? taken : send(delivery)),
  ),
  delivers(
    "gives up after the fifth attempt",
    "notification-repeat",
    async (delivery, send, { memory }) => {
      const which = `${delivery.path} ${delivery.json.id}`;
      memory[which] = (memory[which] ?? 0) + 1;
      return memory[which] > 5 ? taken : send(delivery);
    },
  ),
  {
    ...fault(
      "retries delivery to a deleted webhook",
      "notification-isolation",
      async ({ request, forward, memory }) => {
        const answer = await forward();
        if (request.path.endsWith("/clock/advance")) await memory.repeat?.();
        return answer;
      },
      (delivery, send, { memory }) => {
        if (delivery.path === "/leaving") memory.repeat = () => send(delivery).catch(() => {});
        return send(delivery);
      },
    ),
    isAskedThrough: true,
  },
  fault(
    "sends no notification of an expired charge",
    "notification-expected",
    after("createCharge ok", async (answer, { world, memory }) => {
      memory[parse(answer.body).data.id] = await world.now();
      return answer;
    }),
    async (delivery, send, { world, memory }) => {
      const { event, transaction } = delivery.json;
      const isOver = (await world.now()) - (memory[transaction?.id] ?? 0) > 40_000_000;
      return event === "transaction_canceled" && isOver ? taken : send(delivery);
    },
  ),
  delivers(
    "does not retry deliveries to webhooks",
    "notification-repeat",
    async (delivery, send) => {
      const answer = await send(delivery);
      return delivery.json.scope === "user" ? taken : answer;
    },
  ),
  fault(
    "sends webhooks only events of objects with a postbackUrl",
    "notification-expected",
    after("createCharge createTransfer ok", (answer, { body, memory }) => {
      if (!body.postbackUrl) memory[parse(answer.body).data.id] = true;
      return answer;
    }),
    async (delivery, send, { memory }) => {
      const { transaction, transfer } = delivery.json;
      return memory[(transaction ?? transfer).id] ? taken : send(delivery);
    },
  ),
  fault(
    "sends notifications of rejected charges",
    "notification-isolation",
    after("createCharge", async (answer, { body }) => {
      if (answer.status >= 400 && /^http:/.test(body.postbackUrl))
        await fetch(body.postbackUrl, { method: "POST", body: '{"event":"transaction_created"}' });
      return answer;
    }),
  ),
  fault(
    "sends a transfer notification again for each replay",
    "notification-expected",
    after("createTransfer replayed", async (answer, { memory }) => {
      const id = parse(answer.body)?.data?.id;
      memory[id] = true;
      await memory[`send ${id}`]?.();
      return answer;
    }),
    async (delivery, send, { memory }) => {
      const { event, transfer } = delivery.json;
      const again = JSON.stringify({ ...delivery.json, id: `wh_${randomUUID()}` });
      const sendAgain = () => send(resign(delivery, again));
      const answer = await send(delivery);
      if (event !== "transfer_created") return answer;
      // The replay may come before the notification, or after it.
      if (memory[transfer.id]) await sendAgain();
      else memory[`send ${transfer.id}`] = sendAgain;
      return answer;
    },
  ),
  signs("sends the signature in upper case", (value) =>
    value.replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase()),
  ),
  fault(
    "sends the secret of the webhook",
    "no-leaks",
    after("createWebhook ok", (answer, { memory }) => {
      const { url, secret } = parse(answer.body).data;
      memory[receiverOf(url)] = secret;
      return answer;
    }),
    (delivery, send, { memory }) =>
      send(withHeaders(delivery, { "x-webhook-secret": memory[delivery.path] ?? "" })),
  ),
  fault(
    "gives every webhook the same secret",
    "notification-signature",
    after("createWebhook", (answer, { memory }) =>
      isOk(answer)
        ? withData(answer, (data) => {
            memory.secret ??= data.secret;
            data.secret = memory.secret;
          })
        : answer,
    ),
    (delivery, send, { memory }) => {
      if (memory.secret === undefined || delivery.json.scope !== "user") return send(delivery);
      const seconds = Math.floor(Date.now() / 1000);
      const hex = createHmac("sha256", memory.secret)
        .update(`${seconds}.${delivery.body}`)
        .digest("hex");
      return send(signed(delivery, `t=${seconds},v1=${hex}`));
    },
  ),
];
