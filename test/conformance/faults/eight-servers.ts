import { createHmac } from "node:crypto";
import type { Fault } from "./faulty-server.ts";
import { whileInUse, withKey, withKeys } from "./keys-and-limits.ts";
import {
  after,
  asFirst,
  type Body,
  changes,
  claimsOf,
  created,
  delivers,
  errorResponse,
  fault,
  handles,
  inData,
  inError,
  inHeaders,
  inList,
  isOk,
  keyHeader,
  mends,
  onRequest,
  onResponse,
  operationOf,
  parse,
  rejects,
  resign,
  shows,
  signed,
  withBody,
  withHeaders,
} from "./tools.ts";

/** A server that takes the first body of a key for a later one that differs in one field alone. */
const ignores = (field: string) =>
  withKeys(
    `replays a key although its ${field} is another one`,
    "idempotency-conflict",
    ({ request, body, key, memory, forward }) => {
      // A body of thousands of lists cannot be written again.
      if (request.body.length > 10_000) return forward();
      const { [field]: _, ...rest } = body;
      const known = `${request.headers.authorization} ${key} ${JSON.stringify(rest)}`;
      memory[known] ??= request.body;
      return forward({ ...request, body: memory[known] });
    },
  );

/** A server that fails at a method which the contract does not have for a path. */
const failsAt = (method: string, path: RegExp) =>
  handles(`fails at ${method}`, "server-error", async ({ request, forward }) => {
    const answer = await forward();
    const isIt = request.method === method && path.test(request.path);
    return isIt ? errorResponse("500 INTERNAL_ERROR", answer) : answer;
  });

const withoutSign = (value: string): string => value.replace(/,v1=.*/, "");

/**
 * Eight servers with five faults each, written from the interface document before the probes were read: each fault with the
 * operation or event at which it is named.
 */
export const eightServers: Record<string, readonly (readonly [place: string, fault: Fault])[]> = {
  "takes too little": [
    [
      "createCharge",
      rejects("refuses an emoji in titles of items", "createCharge", ({ items }) =>
        [items].flat().some((item: Body) => /\p{Emoji_Presentation}/u.test(String(item?.title))),
      ),
    ],
    [
      "createTransfer",
      rejects(
        "counts descriptions in bytes",
        "createTransfer",
        ({ description }) => Buffer.byteLength(String(description)) > 140,
      ),
    ],
    [
      "createWebhook",
      rejects("refuses a quote in names", "createWebhook", ({ name }) =>
        String(name).includes('"'),
      ),
    ],
    [
      "createTransfer",
      rejects("refuses a postbackUrl with a query", "createTransfer", ({ postbackUrl }) =>
        String(postbackUrl).includes("?"),
      ),
    ],
    [
      "createCharge",
      rejects("refuses whole numbers with an exponent", "createCharge", (_body, { body }) =>
        /"amountInCents":\s*\d+e/.test(body),
      ),
    ],
  ],
  "takes too much": [
    [
      "createCharge",
      mends("rounds quantities", "createCharge", "items.0.quantity", (quantity) =>
        typeof quantity === "number" ? Math.round(quantity) : quantity,
      ),
    ],
    [
      "createTransfer",
      mends("takes a currency in small letters", "createTransfer", "currency", (currency) =>
        currency === "brl" ? "BRL" : currency,
      ),
    ],
    [
      "createWebhook",
      mends("takes 'true' for true", "createWebhook", "isActive", (is) =>
        is === "true" ? true : is,
      ),
    ],
    [
      "createCharge",
      mends("cuts states", "createCharge", "customer.billingAddress.state", (state) =>
        typeof state === "string" ? state.slice(0, 2) : state,
      ),
    ],
    [
      "createTransfer",
      onRequest("cuts idempotency keys", "bad-data-refused", "createTransfer", (request) =>
        withKey(request, (key) => key.slice(0, 255)),
      ),
    ],
  ],
  "keeps keys wrongly": [
    ["createTransfer", ignores("description")],
    [
      "createTransfer",
      onResponse(
        "replays with another message",
        "idempotency-replay",
        "createTransfer replayed",
        (answer) =>
          withBody(answer, (body) => (body.data ? { ...body, message: "Already sent." } : body)),
      ),
    ],
    ["createTransfer", ignores("postbackUrl")],
    [
      "createTransfer",
      onResponse(
        "does not mark the replay of a refusal",
        "idempotency-refusals",
        "createTransfer 402",
        (answer) => withHeaders(answer, { "idempotent-replayed": undefined }),
      ),
    ],
    [
      "createTransfer",
      whileInUse("does not say when a running request may be repeated", ({ key, memory }) =>
        memory[key] === undefined
          ? undefined
          : errorResponse("409 DUPLICATE_IDEMPOTENCY_KEY", { headers: {} }),
      ),
    ],
  ],
  "shows objects wrongly": [
    [
      "getTransaction",
      changes(
        "shows line breaks as blanks",
        "lookup",
        "getTransaction",
        "description",
        (text: string) => text.replaceAll("\n", " "),
      ),
    ],
    [
      "listWebhooks",
      inList("shows eight objects at most", "list", "listWebhooks", (all) => all.slice(0, 8)),
    ],
    [
      "getTransfer",
      changes(
        "shows times of changes to the minute",
        "times",
        "getTransfer",
        "updatedAt",
        (time) => `${time.slice(0, 16)}:00.000Z`,
      ),
    ],
    [
      "getTransfer",
      inData("shows the creation as the completion", "times", "getTransfer", (data) => {
        if (data.completedAt) data.completedAt = data.createdAt;
      }),
    ],
    [
      "deleteWebhook",
      shows("names another id as deleted", "deletion", "deleteWebhook ok", { id: "wh_other" }),
    ],
  ],
  "answers wrongly beside its operations": [
    ["* HEAD /api/v1/transfers/{transferId}", failsAt("HEAD", /\/transfers\//)],
    ["* OPTIONS /api/v1/webhook", failsAt("OPTIONS", /\/webhook$/)],
    [
      "createCharge",
      inHeaders("says that a request remains in a 429", "rate-limit-headers", "createCharge 429", {
        "x-ratelimit-remaining": "1",
      }),
    ],
    [
      "createWebhook",
      onResponse(
        "asks for a second less than the window has",
        "rate-limit-window",
        "createWebhook 429",
        (answer) => {
          const wait = Number(answer.headers["retry-after"]);
          const less = String(wait - 1);
          const changed = withBody(answer, (body) => {
            body.error.message = body.error.message.replace(String(wait), less);
            body.error.details.retryAfter = wait - 1;
            return body;
          });
          return withHeaders(changed, { "retry-after": less });
        },
      ),
    ],
    [
      "createWebhook",
      rejects(
        "refuses a content type in capitals",
        "createWebhook",
        (_body, { headers }) => headers["content-type"] === "APPLICATION/JSON",
        "415 UNSUPPORTED_MEDIA_TYPE",
      ),
    ],
  ],
  "tells secrets": [
    [
      "issueToken",
      inError(
        "quotes the secret that was sent",
        "no-leaks",
        "issueToken 401",
        (_error, { request }) => {
          const [, encoded = ""] = (request.headers.authorization ?? "").split(" ");
          return { message: `Unknown: ${Buffer.from(encoded, "base64").toString()}` };
        },
      ),
    ],
    [
      "createCharge",
      inError("quotes the document", "personal-data", "createCharge 400", (_error, { body }) => {
        return { message: `The document ${body.customer?.document} cannot be used.` };
      }),
    ],
    [
      "listWebhooks",
      fault("lists secrets", "no-leaks", async (passage) => {
        const { memory } = passage;
        const answer = await passage.forward();
        const { data } = parse(answer.body) ?? {};
        if (data?.secret) memory[data.id] = data.secret;
        if (operationOf(passage.request) !== "listWebhooks" || !Array.isArray(data)) return answer;
        return withBody(answer, (body) => {
          for (const one of body.data) one.secret = memory[one.id];
          return body;
        });
      }),
    ],
    [
      "createCharge",
      handles("takes tokens with alg none", "authentication", async (passage) => {
        const { request, forward, world } = passage;
        const [, token = ""] = (request.headers.authorization ?? "").split(" ");
        const head = parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());
        const isIt = operationOf(request) === "createCharge" && head?.alg === "none";
        return forward(isIt ? await asFirst(request, world) : request);
      }),
    ],
    [
      "deleteWebhook",
      handles("confirms the deletion of another company's object", "isolation", async (passage) => {
        const { request, forward, memory } = passage;
        const answer = await forward();
        const { data } = parse(answer.body) ?? {};
        const operation = operationOf(request);
        if (operation === "createWebhook" && isOk(answer)) memory[data.id] = true;
        const id = request.path.split("/").at(-1) ?? "";
        if (operation !== "deleteWebhook" || !memory[id]) return answer;
        if (isOk(answer)) delete memory[id];
        return answer.status === 404 ? created(answer, { id, deleted: true }) : answer;
      }),
    ],
  ],
  "notifies wrongly": [
    [
      "transfer_completed",
      delivers("sends another endToEndId", "notification-content", (delivery, send) => {
        const { event, transfer } = delivery.json;
        if (event !== "transfer_completed") return send(delivery);
        transfer.pix.endToEndId = transfer.pix.endToEndId.replace(/.$/, "#");
        return send(resign(delivery, JSON.stringify(delivery.json)));
      }),
    ],
    [
      "transfer_updated",
      delivers("names another type", "notification-shape", (delivery, send) => {
        if (delivery.json.event !== "transfer_updated") return send(delivery);
        return send(resign(delivery, JSON.stringify({ ...delivery.json, type: "transaction" })));
      }),
    ],
    [
      "getTransaction",
      handles(
        "notifies of a cancellation before its lookups show it",
        "lookup",
        async ({ request, forward, memory }) => {
          const answer = await forward();
          if (operationOf(request) !== "getTransaction" || !isOk(answer)) return answer;
          const { id, status } = parse(answer.body).data;
          if (status !== "canceled") return answer;
          memory[id] ??= Date.now();
          return Date.now() - memory[id] < 300
            ? withBody(answer, (body) => ({ ...body, data: { ...body.data, status: "pending" } }))
            : answer;
        },
      ),
    ],
    [
      "transaction_created",
      fault(
        "signs with the first secret of a URL",
        "notification-signature",
        after("createWebhook ok", (answer, { body, memory }) => {
          memory[body.url.replace(/^.*\/conformance-suite/, "")] ??= parse(answer.body).data.secret;
          return answer;
        }),
        (delivery, send, { memory }) => {
          const secret = memory[delivery.path];
          const header = delivery.headers["pix-signature"] ?? "";
          if (secret === undefined || withoutSign(header) === header) return send(delivery);
          const seconds = withoutSign(header).slice("t=".length);
          const sign = createHmac("sha256", secret).update(`${seconds}.${delivery.body}`);
          return send(signed(delivery, `t=${seconds},v1=${sign.digest("hex")}`));
        },
      ),
    ],
    [
      "transaction_created",
      delivers("does not sign retries", "notification-signature", (delivery, send, { memory }) => {
        const which = `${delivery.path} ${delivery.json.id}`;
        const isRetry = memory[which] === true;
        memory[which] = true;
        return send(
          isRetry
            ? { ...delivery, ...withHeaders(delivery, { "pix-signature": undefined }) }
            : delivery,
        );
      }),
    ],
  ],
  "calculates and limits wrongly": [
    [
      "createTransfer",
      inData("is a centavo off in large net amounts", "sums", "createTransfer ok", (data) => {
        if (data.amount > 100_000) data.netAmount += 1;
      }),
    ],
    [
      "getTransaction",
      changes("rounds large amounts in lookups", "lookup", "getTransaction", "amount", (amount) =>
        amount > 1e8 ? Math.round(amount / 10) * 10 : amount,
      ),
    ],
    [
      "createTransfer",
      handles("refuses the rest of the day's limit", "balance", async (passage) => {
        const { request, body, key, forward, world, memory } = passage;
        if (operationOf(request) !== "createTransfer" || memory[key ?? ""]) return forward();
        const { dailyLimit } = await world.sandbox.control.settings.read();
        const { items } = await world.sandbox.control.companies.list({ limit: 100 });
        const { sub } = claimsOf(request);
        const company = items.find(({ id }) => id === sub);
        if (company && company.sentToday + body.amount === dailyLimit)
          return errorResponse(
            "422 DAILY_LIMIT_EXCEEDED",
            await forward(withHeaders(request, { [keyHeader]: undefined })),
          );
        const answer = await forward();
        if (isOk(answer)) memory[key ?? ""] = true;
        return answer;
      }),
    ],
    [
      "deleteWebhook",
      onResponse(
        "refuses the tenth deletion of a window",
        "rate-limit",
        "deleteWebhook",
        (answer) =>
          answer.headers["x-ratelimit-remaining"] === "0" && answer.status !== 429
            ? withHeaders(errorResponse("429 RATE_LIMIT_EXCEEDED", answer), { "retry-after": "60" })
            : answer,
      ),
    ],
    [
      "getTransaction",
      handles("takes a token after its end", "token-lifetime", async (passage) => {
        const { request, forward, world } = passage;
        const { exp, sub } = claimsOf(request);
        const late = (await world.now()) / 1000 - exp;
        const isIt = operationOf(request) === "getTransaction" && sub && late > 0 && late < 15;
        return forward(isIt ? await asFirst(request, world) : request);
      }),
    ],
  ],
};
