import { createHmac, randomUUID } from "node:crypto";
import type { CheckName } from "../../../packages/conformance/src/index.ts";
import type { Delivery, Fault, Message } from "./faulty-server.ts";
import {
  after,
  type Body,
  delivers,
  handles,
  onDelivery,
  parse,
  resign,
  stateful,
  withBody,
  withData,
} from "./tools.ts";

const taken = { status: 200, headers: {}, body: "" };

/** Path of a receiver, as deliveries to it have it. */
const receiverOf = (url: string): string => url.replace(/^.*\/pix-conformance/, "");

/** A delivery with another signature. */
const signed = (delivery: Delivery, signature: string): Message => ({
  ...{ ...delivery, headers: { ...delivery.headers, "pix-signature": signature } },
});

/** A server that takes something of a receiver's answer for something else. */
const misreads = (name: string, check: CheckName, status: number, as: number): Fault =>
  delivers(name, check, async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === status ? { ...answer, status: as } : answer;
  });

/** A server that sends what is for one receiver to another as well. */
const sendsTo = (name: string, check: CheckName, from: string, to: string): Fault =>
  delivers(name, check, async (delivery, send) => {
    if (delivery.path.includes(from)) await send({ ...delivery, path: delivery.path.replace(from, to) });
    return send(delivery);
  });

/** A server that does not send some notifications. */
const keeps = (name: string, isKept: (body: Body) => boolean): Fault =>
  delivers(name, "notification-expected", async (delivery, send) => {
    return isKept(parse(delivery.body)) ? taken : send(delivery);
  });

/** Faults in what is sent to receivers. */
export const faultsInNotifications: readonly Fault[] = [
  keeps("does not send refunds", ({ event }) => event === "transaction_refunded"),
  keeps("does not send transfers to registrations", ({ scope, type }) => scope === "user" && type === "transfer"),
  delivers("sends everything twice, with different ids", "notification-expected", async (delivery, send) => {
    await send(delivery);
    return send(resign(delivery, JSON.stringify({ ...parse(delivery.body), id: `wh_${randomUUID()}` })));
  }),
  onDelivery("leaves the amount out", "notification-shape", (body) => delete body.transaction?.amount),
  onDelivery("sends amounts as texts", "notification-shape", ({ transfer }) => {
    if (transfer) transfer.amount = String(transfer.amount);
  }),
  delivers("sends notifications as a form", "notification-shape", (delivery, send) =>
    send({ ...delivery, headers: { ...delivery.headers, "content-type": "application/x-www-form-urlencoded" } }),
  ),
  delivers("puts notifications instead of posting them", "notification-shape", (delivery, send) =>
    send({ ...delivery, method: "PUT" }),
  ),
  delivers("signs something else than the bytes", "notification-signature", (delivery, send) =>
    send({ ...delivery, body: JSON.stringify(parse(delivery.body), null, 2) }),
  ),
  delivers("signs nothing", "notification-signature", (delivery, send) => {
    const { "pix-signature": _, ...headers } = delivery.headers;
    return send({ ...delivery, headers });
  }),
  delivers("signs with milliseconds", "notification-signature", (delivery, send) =>
    send(signed(delivery, delivery.sign(delivery.body, Date.now()))),
  ),
  delivers("signs with the time at which it started", "notification-signature", (delivery, send) =>
    send(signed(delivery, delivery.sign(delivery.body, 1_790_000_000))),
  ),
  stateful("signs for all receivers with the same secret", "notification-signature", () => {
    let first: Delivery | undefined;
    return {
      deliver: (delivery, send) => {
        first ??= delivery;
        return send(signed(delivery, first.sign(delivery.body)));
      },
    };
  }),
  onDelivery("gives the net amount of a transfer as its amount", "notification-content", ({ transfer }) => {
    if (transfer) transfer.amount = 0;
  }),
  onDelivery("says that everything came by a registration", "notification-content", (body) =>
    Object.assign(body, { scope: "user" }),
  ),
  onDelivery("names another destination", "notification-content", ({ transfer }) => {
    if (transfer?.pixKey) transfer.pixKey = "52998224725";
  }),
  onDelivery("gives a payment another id than the lookup", "notification-content", ({ transaction }) => {
    if (transaction?.pix) transaction.pix.endToEndId = "E12345678202611201200abcdefghijk";
  }),
  onDelivery("sends a status too late", "notification-expected", (body) => {
    if (body.event === "transfer_updated") body.transfer.status = "queued";
  }),
  onDelivery("gives every attempt an id of its own", "notification-id", (body) =>
    Object.assign(body, { id: `wh_${randomUUID()}` }),
  ),
  onDelivery("gives every notification the same id", "notification-id", (body) => Object.assign(body, { id: "wh_1" })),
  delivers("gives up after a failure", "notification-repeat", async (delivery, send) => {
    await send(delivery);
    return taken;
  }),
  misreads("takes a receiver's 404 for success", "notification-repeat", 404, 200),
  misreads("takes a receiver's 410 for the last word", "notification-repeat", 410, 200),
  misreads("takes nothing but 200 for success", "notification-repeat", 204, 500),
  delivers("waits for a receiver as long as it takes", "notification-timeout", async (delivery, send) => {
    if (!delivery.path.includes("silent")) return send(delivery);
    void send(delivery).catch(() => {});
    return taken;
  }),
  delivers("gives receivers two seconds", "notification-timeout", (delivery, send) =>
    send({ ...delivery, timeout: 2_000 }),
  ),
  delivers("never switches a failing registration off", "notification-switch-off", async (delivery, send) => {
    const answer = await send(delivery);
    return delivery.path.includes("dead") ? taken : answer;
  }),
  stateful("switches a failing registration off after a day", "notification-switch-off", ({ now }) => {
    let since: number | undefined;
    return {
      deliver: async (delivery, send) => {
        if (delivery.path.includes("dead")) since ??= await now();
        return send(delivery);
      },
      handle: after("listWebhooks", async (answer) => {
        const isOff = since !== undefined && (await now()) - since > 86_400_000;
        return withBody(answer, (body) => {
          for (const one of body.data ?? []) one.active &&= !(isOff && one.url.includes("dead"));
          return body;
        });
      }),
    };
  }),
  sendsTo("sends to a registration that it has switched off", "notification-switch-off", "mended", "dead"),
  delivers("follows redirects", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === 302 ? send({ ...delivery, path: receiverOf(answer.headers.location ?? "") }) : answer;
  }),
  sendsTo("sends every event to every registration", "notification-isolation", "/all", "/some"),
  sendsTo("sends to registrations that were deleted", "notification-isolation", "/all", "/deleted"),
  sendsTo("sends to registrations that are not active", "notification-isolation", "/all", "/inactive"),
  sendsTo("sends one company's payments to another", "notification-isolation", "/all", "/other"),
  stateful("signs repeats as it signed the first attempt", "notification-signature", () => {
    const signatures = new Map<string, string>();
    return {
      deliver: (delivery, send) => {
        const which = `${delivery.path} ${parse(delivery.body).id}`;
        const signature = signatures.get(which) ?? delivery.headers["pix-signature"] ?? "";
        signatures.set(which, signature);
        return send(signed(delivery, signature));
      },
    };
  }),
  stateful("sends nothing where the list of events is empty", "notification-expected", () => {
    const silent = new Set<string>();
    return {
      handle: after("createWebhook", (answer, { body }) => {
        const { events, url } = parse(body) ?? {};
        if (Array.isArray(events) && events.length === 0) silent.add(receiverOf(url));
        return answer;
      }),
      deliver: async (delivery, send) => (silent.has(delivery.path) ? taken : send(delivery)),
    };
  }),
  stateful("gives up after the fifth attempt", "notification-repeat", () => {
    const attempts = new Map<string, number>();
    return {
      deliver: async (delivery, send) => {
        const which = `${delivery.path} ${parse(delivery.body).id}`;
        const attempt = (attempts.get(which) ?? 0) + 1;
        attempts.set(which, attempt);
        return attempt > 5 ? taken : send(delivery);
      },
    };
  }),
  stateful("repeats to a registration that was deleted meanwhile", "notification-isolation", () => {
    let repeat: (() => Promise<unknown>) | undefined;
    return {
      handle: after("deleteWebhook", (answer) => {
        for (const wait of [600, 1_200, 1_800]) setTimeout(() => void repeat?.().catch(() => {}), wait);
        return answer;
      }),
      deliver: async (delivery, send) => {
        if (delivery.path === "/leaving") repeat = () => send(delivery);
        return send(delivery);
      },
    };
  }),
  stateful("sends nothing when a charge expires", "notification-expected", ({ now }) => {
    const made = new Map<string, number>();
    return {
      handle: after("createCharge", async (answer) => {
        made.set(parse(answer.body)?.data?.id, await now());
        return answer;
      }),
      deliver: async (delivery, send) => {
        const { event, transaction } = parse(delivery.body);
        const isOver = (await now()) - (made.get(transaction?.id) ?? 0) > 40_000_000;
        return event === "transaction_canceled" && isOver ? taken : send(delivery);
      },
    };
  }),
  delivers("never repeats what a registration did not take", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return parse(delivery.body).scope === "user" ? taken : answer;
  }),
  stateful("sends registrations only what has a postbackUrl", "notification-expected", () => {
    const without = new Set<string>();
    return {
      handle: after(["createCharge", "createTransfer"], (answer, { body }) => {
        if (!parse(body)?.postbackUrl) without.add(parse(answer.body)?.data?.id);
        return answer;
      }),
      deliver: async (delivery, send) => {
        const { transaction, transfer } = parse(delivery.body);
        return without.has((transaction ?? transfer).id) ? taken : send(delivery);
      },
    };
  }),
  handles(
    "sends notifications of charges that it refused",
    "notification-isolation",
    after("createCharge", async (answer, { body }) => {
      const { postbackUrl } = parse(body) ?? {};
      if (answer.status >= 400 && /^http:/.test(postbackUrl))
        await fetch(postbackUrl, { method: "POST", body: '{"event":"transaction_created"}' });
      return answer;
    }),
  ),
  stateful("sends a transfer once more for each replay", "notification-expected", () => {
    const replayed = new Set<string>();
    const sent = new Map<string, () => Promise<unknown>>();
    return {
      handle: after("createTransfer", async (answer) => {
        const id = parse(answer.body)?.data?.id;
        if (!answer.headers["idempotent-replayed"]) return answer;
        replayed.add(id);
        await sent.get(id)?.();
        return answer;
      }),
      deliver: async (delivery, send) => {
        const body = parse(delivery.body);
        const again = JSON.stringify({ ...body, id: `wh_${randomUUID()}` });
        const sendAgain = () => send(resign(delivery, again));
        const answer = await send(delivery);
        if (body.event !== "transfer_created") return answer;
        // The replay may come before the notification, or after it.
        if (replayed.has(body.transfer.id)) await sendAgain();
        else sent.set(body.transfer.id, sendAgain);
        return answer;
      },
    };
  }),
  delivers("signs in upper case", "notification-signature", (delivery, send) =>
    send(
      signed(
        delivery,
        delivery.sign(delivery.body).replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase()),
      ),
    ),
  ),
  stateful("sends the secret of a registration along", "no-leaks", () => {
    const secrets = new Map<string, string>();
    return {
      handle: after("createWebhook", (answer) => {
        const { data } = parse(answer.body) ?? {};
        if (data?.secret) secrets.set(receiverOf(data.url), data.secret);
        return answer;
      }),
      deliver: (delivery, send) =>
        send({ ...delivery, headers: { ...delivery.headers, "x-webhook-secret": secrets.get(delivery.path) ?? "" } }),
    };
  }),
  stateful("gives every registration the same secret", "notification-signature", () => {
    let secret: string | undefined;
    return {
      handle: after("createWebhook", (answer) =>
        withData(answer, (data) => {
          secret ??= data.secret;
          data.secret = secret;
        }),
      ),
      deliver: (delivery, send) => {
        if (secret === undefined || parse(delivery.body).scope !== "user") return send(delivery);
        const seconds = Math.floor(Date.now() / 1000);
        const hex = createHmac("sha256", secret).update(`${seconds}.${delivery.body}`).digest("hex");
        return send(signed(delivery, `t=${seconds},v1=${hex}`));
      },
    };
  }),
];
