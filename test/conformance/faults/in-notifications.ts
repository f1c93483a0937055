import { createHmac, randomUUID } from "node:crypto";
import type { Fault, Message } from "./faulty-server.ts";
import { after, delivers, handles, onDelivery, operationOf, parse, resign, stateful, withBody } from "./tools.ts";

const taken = { status: 200, headers: {}, body: "" };

/** Path of a receiver, as deliveries to it have it. */
const receiverOf = (url: string): string => new URL(url).pathname.replace("/pix-conformance", "");

/** Faults in what is sent to receivers. */
export const faultsInNotifications: readonly Fault[] = [
  delivers("does not tell of refunds", "notification-expected", async (delivery, send) =>
    parse(delivery.body).event === "transaction_refunded" ? taken : send(delivery),
  ),
  delivers("does not tell registrations of transfers", "notification-expected", async (delivery, send) => {
    const { scope, type } = parse(delivery.body);
    return scope === "user" && type === "transfer" ? taken : send(delivery);
  }),
  delivers("tells of everything twice", "notification-expected", async (delivery, send) => {
    await send(delivery);
    return send(resign(delivery, JSON.stringify({ ...parse(delivery.body), id: `wh_${randomUUID()}` })));
  }),
  onDelivery("leaves the amount out", "notification-shape", (body) => delete body.transaction?.amount),
  onDelivery("tells of amounts as texts", "notification-shape", (body) => {
    if (body.transfer) body.transfer.amount = String(body.transfer.amount);
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
    send({
      ...delivery,
      headers: { ...delivery.headers, "pix-signature": delivery.sign(delivery.body, Date.now()) },
    }),
  ),
  delivers("signs with the time at which it started", "notification-signature", (delivery, send) =>
    send({
      ...delivery,
      headers: { ...delivery.headers, "pix-signature": delivery.sign(delivery.body, 1_790_000_000) },
    }),
  ),
  stateful("signs for everybody with the same secret", "notification-signature", () => {
    let first: Message | undefined;
    return {
      deliver: (delivery, send) => {
        first ??= delivery;
        const signature = (first as typeof delivery).sign(delivery.body);
        return send({ ...delivery, headers: { ...delivery.headers, "pix-signature": signature } });
      },
    };
  }),
  onDelivery("gives the net amount of a transfer as its amount", "notification-content", (body) => {
    if (body.transfer) body.transfer.amount = 0;
  }),
  onDelivery("says that everything came by a registration", "notification-content", (body) =>
    Object.assign(body, { scope: "user" }),
  ),
  onDelivery("names another destination", "notification-content", (body) => {
    if (body.transfer?.pixKey) body.transfer.pixKey = "52998224725";
  }),
  onDelivery("gives a payment another id than the lookup", "notification-content", (body) => {
    if (body.transaction?.pix) body.transaction.pix.endToEndId = "E12345678202611201200abcdefghijk";
  }),
  onDelivery("tells of a status too late", "notification-expected", (body) => {
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
  delivers("takes a receiver's 404 for success", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === 404 ? taken : answer;
  }),
  delivers("takes nothing but 200 for success", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === 204 ? { ...answer, status: 500 } : answer;
  }),
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
        if (since === undefined) return answer;
        const isOff = (await now()) - since > 86_400_000;
        return withBody(answer, (body) => ({
          ...body,
          data: body.data?.map((one: { url: string; active: boolean }) => ({
            ...{ ...one, active: one.active && !(isOff && one.url.includes("dead")) },
          })),
        }));
      }),
    };
  }),
  delivers("tells a registration that it has switched off", "notification-switch-off", async (delivery, send) => {
    if (delivery.path.includes("mended")) await send({ ...delivery, path: delivery.path.replace("mended", "dead") });
    return send(delivery);
  }),
  delivers("follows redirects", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === 302 ? send({ ...delivery, path: receiverOf(answer.headers.location ?? "") }) : answer;
  }),
  delivers("sends every event to every registration", "notification-isolation", async (delivery, send) => {
    if (delivery.path === "/all") await send({ ...delivery, path: "/some" });
    return send(delivery);
  }),
  delivers("sends to registrations that were deleted", "notification-isolation", async (delivery, send) => {
    if (delivery.path === "/all") await send({ ...delivery, path: "/deleted" });
    return send(delivery);
  }),
  delivers("sends to registrations that are not active", "notification-isolation", async (delivery, send) => {
    if (delivery.path === "/all") await send({ ...delivery, path: "/inactive" });
    return send(delivery);
  }),
  delivers("tells one company of another's payments", "notification-isolation", async (delivery, send) => {
    if (delivery.path === "/all") await send({ ...delivery, path: "/other" });
    return send(delivery);
  }),

  stateful("signs repeats as it signed the first attempt", "notification-signature", () => {
    const signatures = new Map<string, string>();
    return {
      deliver: (delivery, send) => {
        const which = `${delivery.path} ${parse(delivery.body).id}`;
        const signature = signatures.get(which) ?? delivery.headers["pix-signature"] ?? "";
        signatures.set(which, signature);
        return send({ ...delivery, headers: { ...delivery.headers, "pix-signature": signature } });
      },
    };
  }),
  stateful("sends nothing where the list of events is empty", "notification-expected", () => {
    const silent = new Set<string>();
    return {
      handle: (request, forward) => {
        const { events, url } = parse(request.body) ?? {};
        if (Array.isArray(events) && events.length === 0) silent.add(receiverOf(url));
        return forward(request);
      },
      deliver: async (delivery, send) => (silent.has(delivery.path) ? taken : send(delivery)),
    };
  }),
  delivers("takes a receiver's 410 for the last word", "notification-repeat", async (delivery, send) => {
    const answer = await send(delivery);
    return answer.status === 410 ? taken : answer;
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
  stateful("repeats what a registration was owed when it was deleted", "notification-isolation", () => {
    let repeat: (() => Promise<unknown>) | undefined;
    return {
      handle: async (request, forward) => {
        const answer = await forward(request);
        if (operationOf(request) === "deleteWebhook")
          for (const after of [600, 1_200, 1_800]) setTimeout(() => void repeat?.().catch(() => {}), after);
        return answer;
      },
      deliver: async (delivery, send) => {
        if (delivery.path === "/leaving") repeat = () => send(delivery);
        return send(delivery);
      },
    };
  }),
  stateful("sends nothing when a charge expires", "notification-expected", ({ now }) => {
    const made = new Map<string, number>();
    return {
      handle: async (request, forward) => {
        const answer = await forward(request);
        if (operationOf(request) === "createCharge") made.set(parse(answer.body)?.data?.id, await now());
        return answer;
      },
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
  stateful("tells registrations of what has a postbackUrl alone", "notification-expected", () => {
    const without = new Set<string>();
    return {
      handle: async (request, forward) => {
        const answer = await forward(request);
        const { data } = parse(answer.body) ?? {};
        const isNew = operationOf(request)?.startsWith("create") && !parse(request.body)?.postbackUrl;
        if (data?.id && isNew) without.add(data.id);
        return answer;
      },
      deliver: async (delivery, send) => {
        const { transaction, transfer } = parse(delivery.body);
        return without.has((transaction ?? transfer).id) ? taken : send(delivery);
      },
    };
  }),
  handles("tells of charges that it refused", "notification-isolation", async (request, forward) => {
    const answer = await forward(request);
    const { postbackUrl } = parse(request.body) ?? {};
    if (operationOf(request) === "createCharge" && answer.status >= 400 && /^http:/.test(postbackUrl))
      await fetch(postbackUrl, { method: "POST", body: '{"event":"transaction_created"}' });
    return answer;
  }),
  stateful("tells of a transfer once more for each replay", "notification-expected", () => {
    const replayed = new Set<string>();
    const told = new Map<string, () => Promise<unknown>>();
    return {
      handle: async (request, forward) => {
        const answer = await forward(request);
        const id = parse(answer.body)?.data?.id;
        if (answer.headers["idempotent-replayed"]) {
          replayed.add(id);
          await told.get(id)?.();
        }
        return answer;
      },
      deliver: async (delivery, send) => {
        const body = parse(delivery.body);
        const again = JSON.stringify({ ...body, id: `wh_${randomUUID()}` });
        const tellAgain = () => send(resign(delivery, again));
        const answer = await send(delivery);
        if (body.event !== "transfer_created") return answer;
        // The replay may come before the notification, or after it.
        if (replayed.has(body.transfer.id)) await tellAgain();
        else told.set(body.transfer.id, tellAgain);
        return answer;
      },
    };
  }),
  delivers("signs in upper case", "notification-signature", (delivery, send) => {
    const signature = delivery.sign(delivery.body).replace(/[0-9a-f]{64}/, (hex) => hex.toUpperCase());
    return send({ ...delivery, headers: { ...delivery.headers, "pix-signature": signature } });
  }),
  stateful("sends the secret of a registration along", "no-leaks", () => {
    const secrets = new Map<string, string>();
    return {
      handle: async (request, forward) => {
        const answer = await forward(request);
        const { data } = parse(answer.body) ?? {};
        if (data?.secret) secrets.set(receiverOf(data.url), data.secret);
        return answer;
      },
      deliver: (delivery, send) =>
        send({ ...delivery, headers: { ...delivery.headers, "x-webhook-secret": secrets.get(delivery.path) ?? "" } }),
    };
  }),
  stateful("gives every registration the same secret", "notification-signature", () => {
    let secret: string | undefined;
    return {
      handle: async (request, forward) =>
        withBody(await forward(request), (body) => {
          if (body.data?.secret) {
            secret ??= body.data.secret;
            body.data.secret = secret;
          }
          return body;
        }),
      deliver: (delivery, send) => {
        if (secret === undefined || parse(delivery.body).scope !== "user") return send(delivery);
        const seconds = Math.floor(Date.now() / 1000);
        const hex = createHmac("sha256", secret).update(`${seconds}.${delivery.body}`).digest("hex");
        return send({ ...delivery, headers: { ...delivery.headers, "pix-signature": `t=${seconds},v1=${hex}` } });
      },
    };
  }),
];
