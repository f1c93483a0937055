import type { Fault } from "./faulty-server.ts";
import { onDelivery } from "./in-notifications.ts";
import { finds } from "./in-requests.ts";
import { whileInUse, withClaims } from "./keys-and-limits.ts";
import {
  across,
  asFirst,
  type Body,
  changes,
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

const trims = (name: string, on: string, path: string): Fault => mends(name, on, path, (text) => text.trim());

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
      for (const one of view.items ?? [view]) if (one.balance !== undefined) one.balance -= memory.kept[one.id] ?? 0;
      return view;
    });
  }),
  isAskedThrough: true,
});

const money: Fault[] = [
  keeps("keeps the fee of transfers that were refused", /\/transfers\/\w+\/refuse$/, ({ fees }) => fees),
  keeps("takes a centavo from each charge that expires or is canceled", /\/charges\/\w+\/cancel$/, () => 1),
  {
    ...onRequest("refuses the last centavo of a day", "balance", "", (request) =>
      request.path.endsWith("/settings")
        ? { ...request, body: request.body.replace(/("dailyLimit":)(\d+)/, (_, name, limit) => name + (limit - 1)) }
        : request,
    ),
    isAskedThrough: true,
  },
  inData("rounds net amounts of some reais and 99 centavos", "sums", "createTransfer", (data) => {
    if (data.amount % 100 === 99) data.netAmount -= 1;
  }),
];

const requests: Fault[] = [
  mends("takes phones with blanks and hyphens", "createTransfer", "pixKey", (text) =>
    text.startsWith("+") ? text.replace(/[ ()-]/g, "") : text,
  ),
  trims("takes destinations with blanks around them", "createTransfer", "pixKey"),
  trims("takes documents with blanks around them", "createCharge", "customer.document"),
  trims("takes e-mail addresses with blanks around them", "createCharge", "customer.email"),
  trims("takes URLs with blanks around them", "createWebhook", "url"),
  mends("takes items of no quantity", "createCharge", "items.0.quantity", (one) => one || 1),
  onRequest("takes a list of one body", "bad-data-refused", "createCharge createTransfer", (request) => {
    const body = parse(request.body);
    return Array.isArray(body) && body.length === 1 ? { ...request, body: JSON.stringify(body[0]) } : request;
  }),
  finds("finds objects by a percent sign", (given) => given === "%"),
  finds("finds ids with blanks around them", (given, id) => given.trim() === id),
  finds(
    "finds ids in which a sign is any sign",
    (given, id) =>
      given !== id && given.length === id.length && [...given].every((one, at) => one === id[at] || one === "_"),
  ),
];

const shown: Fault[] = [
  changes("loses the zeros in front of a destination", "echo", "createTransfer", "pixKey", (key) =>
    /^\d+$/.test(key) ? String(Number(key)) : key,
  ),
  changes("writes URLs in lower case", "echo", "createWebhook", "url", (url) => url.toLowerCase()),
  changes("reads the escapes of URLs", "echo", "createWebhook", "url", (url) => decodeURIComponent(url)),
  inError("names the destination in refusals", "personal-data", "createTransfer", (error, { body }) => ({
    message: `${error.message} ${body.pixKey}`,
  })),
  inError("names the payer in refusals", "personal-data", "createCharge", (error, { body }) => ({
    message: `${error.message} ${body.customer?.name}`,
  })),
];

const access: Fault[] = [
  fault(
    "puts the API secret into tokens",
    "token",
    (passage) => withClaims((claims) => ({ ...claims, key: passage.world.sandbox.credentials.apiSecret }))(passage),
    undefined,
    "issueToken",
  ),
  across("takes tokens five minutes longer", "token-lifetime", "TOKEN_EXPIRED", async (answer, passage) => {
    const { request, world, forward } = passage;
    const [, claims = ""] = (request.headers.authorization ?? "").split(".");
    const { exp } = parse(Buffer.from(claims, "base64url").toString()) ?? {};
    return (await world.now()) < (exp + 300) * 1000 ? forward(await asFirst(request, world)) : answer;
  }),
  across("limits logins by the address alone", "rate-limit", "issueToken", async (answer, { memory, world }) => {
    const now = await world.now();
    memory.logins = (memory.logins ?? []).filter((time: number) => time > now - 60_000);
    return memory.logins.push(now) > 5 ? errorResponse("429 RATE_LIMIT_EXCEEDED", answer) : answer;
  }),
  whileInUse("says of a key in use that it was used", ({ memory, key }) =>
    memory[key] ? errorResponse("409 DUPLICATE_IDEMPOTENCY_KEY", { headers: {} }) : undefined,
  ),
];

const receivers: Fault[] = [
  delivers("says twice that a transfer was completed", "notification-expected", async (delivery, send) => {
    const answer = await send(delivery);
    if (delivery.json.event === "transfer_completed") {
      const updated = { ...delivery.json, id: `wh_${crypto.randomUUID()}`, event: "transfer_updated" };
      await send(resign(delivery, JSON.stringify(updated)));
    }
    return answer;
  }),
  onDelivery("sends new transfers as processing", "notification-expected", ({ event, transfer }) => {
    if (event === "transfer_created") transfer.status = "processing";
  }),
  onDelivery("sends refunds with the status paid", "notification-expected", ({ event, transaction }) => {
    if (event === "transaction_refunded") transaction.status = "paid";
  }),
];

/** What a provider's team does wrong, as thought of before the other lists were read. */
export const faultsOfProviders: readonly Fault[] = [...money, ...requests, ...shown, ...access, ...receivers];
