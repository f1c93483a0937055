// Faults as ordinary teams make them, which the suite once did not find.
import { randomUUID } from "node:crypto";
import type { Fault, RawResponse } from "./faulty-server.ts";
import { withClaims } from "./keys-and-limits.ts";
import {
  across,
  type Body,
  changes,
  claimsOf,
  errorResponse,
  fails,
  fault,
  handles,
  inList,
  isOk,
  isReplayed,
  keyHeader,
  onRequest,
  onResponse,
  operationOf,
  type Passage,
  parse,
  takes,
  withBody,
  withData,
  withHeaders,
} from "./tools.ts";

/** A server that looks at what a company may send before it looks at the key. */
const looksFirst = (
  name: string,
  error: string,
  isOver: (amount: number, company: Body, settings: Body) => boolean,
) =>
  handles(name, "balance", async ({ request, body, forward, world }) => {
    const answer = await forward();
    if (!isReplayed(answer) && answer.status !== 409) return answer;
    const settings = await world.sandbox.control.settings.read();
    const company = await world.sandbox.control.companies.read(claimsOf(request).sub);
    return isOver(body.amount, company, settings) ? errorResponse(error, answer) : answer;
  });

/** A server that does not find objects some days after their creation. */
const forgets = (name: string, on: string, days: number) =>
  across(name, "lookup", on, async (answer, { world }) => {
    const created = Date.parse(parse(answer.body).data?.createdAt);
    const age = (await world.now()) - created;
    return age > days * 86_400_000
      ? errorResponse(`404 ${on === "getTransfer" ? "TRANSFER" : "TRANSACTION"}_NOT_FOUND`, answer)
      : answer;
  });

const withQuery = (name: string, check: "lookup" | "good-data-accepted" | "deletion", on: string) =>
  across(name, check, on, (answer, { request }) =>
    request.path.includes("?") ? errorResponse("404 NOT_FOUND", answer) : answer,
  );

/** A server that is replaced by a newer one after some requests. */
const afterDeploy = (
  name: string,
  check: "idempotency-replay" | "lookup" | "list",
  handle: (passage: Passage, isAfter: boolean) => RawResponse | Promise<RawResponse>,
) =>
  handles(name, check, (passage) => {
    passage.memory.requests = (passage.memory.requests ?? 0) + 1;
    return handle(passage, passage.memory.requests > 14);
  });

const inDescription = (name: string, on: string, change: (text: string) => string) =>
  changes(name, "lookup", on, "description", change);

const hugeNumber = /:\s*-?(?:\d{17,}|1e400)/;

export const teamFaults: readonly Fault[] = [
  looksFirst(
    "looks at the balance before the key",
    "402 INSUFFICIENT_BALANCE",
    (amount, { balance }) => amount > balance,
  ),
  looksFirst(
    "looks at the daily limit before the key",
    "422 DAILY_LIMIT_EXCEEDED",
    (amount, { sentToday }, { dailyLimit }) => amount + sentToday > dailyLimit,
  ),
  withQuery("does not find a charge whose path has a query", "lookup", "getTransaction"),
  withQuery("does not find a transfer whose path has a query", "lookup", "getTransfer"),
  withQuery("does not know a list with a query", "good-data-accepted", "listWebhooks"),
  withQuery("does not delete what has a query in its path", "deletion", "deleteWebhook"),
  fault(
    "names another company in sub at each login",
    "token",
    withClaims((claims) => ({ ...claims, sub: randomUUID() })),
    undefined,
    "issueToken",
  ),
  inList(
    "cuts URLs in the list after 255 characters",
    "list",
    "createWebhook listWebhooks",
    (all) => all.map((one) => ({ ...one, url: one.url.slice(0, 255) })),
  ),
  inDescription("stores only 100 characters of a description", "getTransaction", (text) =>
    [...text].slice(0, 100).join(""),
  ),
  inDescription("stores descriptions on one line", "getTransfer", (text) =>
    text.replaceAll("\n", " "),
  ),
  inDescription("decodes percent-encoding in descriptions", "getTransfer", (text) =>
    text.replace(/%\d\d/g, decodeURIComponent),
  ),
  fails("formats descriptions as templates", "createTransfer", ({ description }) =>
    /%d/.test(description),
  ),
  forgets("forgets charges after a day", "getTransaction", 1),
  forgets("forgets transfers after five days", "getTransfer", 5),
  onResponse(
    "lists registrations of today alone",
    "list",
    "listWebhooks ok",
    async (answer, { world }) => {
      const now = await world.now();
      return withBody(answer, (body) => ({
        ...body,
        data: body.data.filter((one: Body) => now - Date.parse(one.createdAt) < 86_400_000),
      }));
    },
  ),
  fails("fails on names of fields that begin with a dollar sign", "createCharge", (_, { body }) =>
    /"\$[^"]*":/.test(body),
  ),
  fails("fails on zero characters in unknown fields", "createTransfer", (_, { body }) =>
    body.startsWith('{"\\u0000"'),
  ),
  changes("stores only 36 characters of a destination", "lookup", "getTransfer", "pixKey", (key) =>
    key.slice(0, 36),
  ),
  inList(
    "cuts names in the list after 50 characters",
    "list",
    "createWebhook listWebhooks",
    (all) => all.map((one) => ({ ...one, name: one.name.slice(0, 50) })),
  ),
  fails("fails on numbers beyond 2⁵³", "createCharge", (_, { body }) => hugeNumber.test(body)),
  fails("fails on amounts beyond 2⁵³", "createTransfer", (_, { body }) => hugeNumber.test(body)),
  takes("stores a description of 0 as an empty one", "lookup", "createCharge", (body) => {
    if (body.description === "0") body.description = "";
  }),
  onRequest(
    "ignores what follows the second colon of credentials",
    "authentication",
    "issueToken",
    (request) => {
      const [, encoded = ""] = (request.headers.authorization ?? "").split(" ");
      const [key, secret, ...rest] = Buffer.from(encoded, "base64").toString().split(":");
      return rest.length === 0
        ? request
        : withHeaders(request, { authorization: `Basic ${btoa(`${key}:${secret}`)}` });
    },
  ),
  takes("knows names in any case", "unknown-request-fields", "createTransfer", (body) => {
    for (const name of ["amount", "pixKey"]) {
      const other = Object.keys(body).find(
        (one) => one !== name && one.toLowerCase() === name.toLowerCase(),
      );
      if (other !== undefined) body[name] = body[other];
    }
  }),
  afterDeploy("forgets keys when it is deployed", "idempotency-replay", (passage, isAfter) => {
    const { request, key, forward, memory } = passage;
    if (!key) return forward();
    if (!isAfter) memory[key] = key;
    if (isAfter && memory[key] === key) memory[key] = randomUUID();
    return forward(withHeaders(request, { [keyHeader]: memory[key] ?? key }));
  }),
  afterDeploy("loses webhooks when it is deployed", "list", async (passage, isAfter) => {
    const { request, forward, memory } = passage;
    const answer = await forward();
    const data = parse(answer.body)?.data;
    if (operationOf(request) === "createWebhook" && data && !isAfter) memory[data.id] = true;
    if (operationOf(request) !== "listWebhooks" || !isAfter) return answer;
    return withBody(answer, (body) => ({
      ...body,
      data: data?.filter(({ id }: Body) => !memory[id]),
    }));
  }),
  afterDeploy("loses descriptions when it is deployed", "lookup", async (passage, isAfter) => {
    const { request, forward, memory } = passage;
    const answer = await forward();
    const isCreated = operationOf(request) === "createCharge" && isOk(answer);
    if (isCreated && !isAfter) memory[parse(answer.body).data.id] = true;
    const isLookup = operationOf(request) === "getTransaction" && isOk(answer);
    return isLookup && isAfter
      ? withData(answer, (data) => {
          if (memory[data.id]) data.description = "";
        })
      : answer;
  }),
];
