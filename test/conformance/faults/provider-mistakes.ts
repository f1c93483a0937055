import type { Fault } from "./faulty-server.ts";
import { whileInUse, withClaims } from "./keys-and-limits.ts";
import { onDelivery } from "./notifications.ts";
import { finds } from "./requests.ts";
import {
  across,
  asFirst,
  type Body,
  changes,
  claimsOf,
  delivers,
  errorResponse,
  fault,
  handles,
  inData,
  inError,
  isOk,
  mends,
  onRequest,
  parse,
  resign,
  withBody,
} from "./tools.ts";

const trims = (name: string, on: string, path: string) =>
  mends(name, on, path, (text) => text.trim());

/** A server that shows a company's balance as another one than it has, by what it has kept of it. */
const keeps = (name: string, on: RegExp, kept: (transfer: Body) => number): Fault => ({
  ...handles(name, "ledger", async ({ request, forward, memory }) => {
    const answer = await forward();
    memory.kept ??= {};
    const body = parse(answer.body);
    if (isOk(answer) && on.test(request.path)) {
      memory.kept[body.companyId] = (memory.kept[body.companyId] ?? 0) + kept(body);
    }
    if (!request.path.includes("/companies")) return answer;
    return withBody(answer, (view) => {
      for (const one of view.items ?? [view])
        if (one.balance !== undefined) one.balance -= memory.kept[one.id] ?? 0;
      return view;
    });
  }),
  isAskedThrough: true,
});

const money: Fault[] = [
  keeps(
    "keeps the fee of transfers that were refused",
    /\/transfers\/\w+\/refuse$/,
    ({ fees }) => fees,
  ),
  keeps("debits a centavo for each expired or canceled charge", /\/charges\/\w+\/cancel$/, () => 1),
  {
    ...onRequest("refuses the last centavo of a day", "balance", "", (request) =>
      request.path.endsWith("/settings")
        ? {
            ...request,
            body: request.body.replace(
              /("dailyLimit":)(\d+)/,
              (_, name, limit) => name + (limit - 1),
            ),
          }
        : request,
    ),
    isAskedThrough: true,
  },
  inData("rounds net amounts that end in 99 centavos", "sums", "createTransfer", (data) => {
    if (data.amount % 100 === 99) data.netAmount -= 1;
  }),
];

const requests: Fault[] = [
  mends("accepts phone numbers with spaces and hyphens", "createTransfer", "pixKey", (text) =>
    text.startsWith("+") ? text.replace(/[ ()-]/g, "") : text,
  ),
  trims("accepts destinations with spaces around them", "createTransfer", "pixKey"),
  trims("accepts documents with spaces around them", "createCharge", "customer.document"),
  trims("accepts e-mail addresses with spaces around them", "createCharge", "customer.email"),
  trims("accepts URLs with spaces around them", "createWebhook", "url"),
  mends("accepts items with a quantity of 0", "createCharge", "items.0.quantity", (one) =>
    one === 0 ? 1 : one,
  ),
  onRequest(
    "accepts a list that contains the body",
    "bad-data-refused",
    "createCharge createTransfer",
    (request) => {
      const body = parse(request.body);
      return Array.isArray(body) && body.length === 1
        ? { ...request, body: JSON.stringify(body[0]) }
        : request;
    },
  ),
  finds("finds objects by the SQL wildcard %", (given) => given === "%"),
  finds("finds ids with spaces around them", (given, id) => given.trim() === id),
  finds(
    "finds objects by the SQL wildcard _",
    (given, id) =>
      given !== id &&
      given.length === id.length &&
      [...given].every((one, at) => one === id[at] || one === "_"),
  ),
];

const shown: Fault[] = [
  changes("drops leading zeros of a destination", "echo", "createTransfer", "pixKey", (key) =>
    /^\d+$/.test(key) ? String(Number(key)) : key,
  ),
  changes("returns URLs in lower case", "echo", "createWebhook", "url", (url) => url.toLowerCase()),
  changes("decodes percent-encoding in stored URLs", "echo", "createWebhook", "url", (url) =>
    decodeURIComponent(url),
  ),
  inError(
    "names the destination in errors",
    "personal-data",
    "createTransfer",
    (error, { body }) => ({
      message: `${error.message} ${body.pixKey}`,
    }),
  ),
  inError("names the payer in errors", "personal-data", "createCharge", (error, { body }) => ({
    message: `${error.message} ${body.customer?.name}`,
  })),
];

const access: Fault[] = [
  fault(
    "puts the API secret into tokens",
    "token",
    (passage) =>
      withClaims((claims) => ({ ...claims, key: passage.world.sandbox.credentials.apiSecret }))(
        passage,
      ),
    undefined,
    "issueToken",
  ),
  across(
    "accepts tokens five minutes after expiry",
    "token-lifetime",
    "TOKEN_EXPIRED",
    async (answer, passage) => {
      const { request, world, forward } = passage;
      return (await world.now()) < (claimsOf(request).exp + 300) * 1000
        ? forward(await asFirst(request, world))
        : answer;
    },
  ),
  across(
    "limits logins by IP address only",
    "rate-limit",
    "issueToken",
    async (answer, { memory, world }) => {
      const now = await world.now();
      memory.logins = (memory.logins ?? []).filter((time: number) => time > now - 60_000);
      return memory.logins.push(now) > 5
        ? errorResponse("429 RATE_LIMIT_EXCEEDED", answer)
        : answer;
    },
  ),
  whileInUse("omits Retry-After while the key is in use", ({ memory, key }) =>
    memory[key] ? errorResponse("409 DUPLICATE_IDEMPOTENCY_KEY", { headers: {} }) : undefined,
  ),
];

const receivers: Fault[] = [
  delivers(
    "sends the completion of a transfer twice",
    "notification-expected",
    async (delivery, send) => {
      const answer = await send(delivery);
      if (delivery.json.event === "transfer_completed") {
        const updated = {
          ...delivery.json,
          id: `wh_${crypto.randomUUID()}`,
          event: "transfer_updated",
        };
        await send(resign(delivery, JSON.stringify(updated)));
      }
      return answer;
    },
  ),
  onDelivery(
    "sends new transfers as processing",
    "notification-expected",
    ({ event, transfer }) => {
      if (event === "transfer_created") transfer.status = "processing";
    },
  ),
  onDelivery(
    "sends refunds with the status paid",
    "notification-expected",
    ({ event, transaction }) => {
      if (event === "transaction_refunded") transaction.status = "paid";
    },
  ),
];

/** Mistakes of provider teams, collected without reading the other lists. */
export const providerFaults: readonly Fault[] = [
  ...money,
  ...requests,
  ...shown,
  ...access,
  ...receivers,
];
