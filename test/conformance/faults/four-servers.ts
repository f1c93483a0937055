import { setTimeout as sleep } from "node:timers/promises";
import { sumsUp } from "./daily-sums.ts";
import type { Fault } from "./faulty-server.ts";
import { withClaims, withKeys } from "./keys-and-limits.ts";
import {
  asFirst,
  changes,
  claimsOf,
  delivers,
  errorResponse,
  fault,
  handles,
  inData,
  isOk,
  isReplayed,
  mistakes,
  onResponse,
  operationOf,
  parse,
  rejects,
  takes,
  withBody,
  withHeaders,
} from "./tools.ts";

const retentionTime = 86_400_000;
const utcOffset = -3;

/** Milliseconds for which a response waits for one of a request at the same time. */
const pairingTime = 300;

/**
 * Four servers with 18 faults, written from the interface document before the probes were read: each fault with the
 * operation or event at which it is named.
 */
export const fourServers: Record<string, readonly (readonly [place: string, fault: Fault])[]> = {
  "changes by being read": [
    [
      "getTransaction",
      onResponse(
        "changes updatedAt with each lookup",
        "lookup",
        "getTransaction ok",
        async (answer, { world }) => {
          const updatedAt = new Date(await world.now()).toISOString();
          return withBody(answer, (body) => ({ ...body, data: { ...body.data, updatedAt } }));
        },
      ),
    ],
    [
      "createCharge",
      handles("prolongs a token with each request", "token-lifetime", async (passage) => {
        const { request, forward, world, memory } = passage;
        const { exp, sub } = claimsOf(request);
        if (sub === undefined) return forward();
        const token = String(request.headers.authorization);
        const now = await world.now();
        const isUsed = now - (memory[token] ?? 0) < 1_800_000;
        const answer = await forward(
          isUsed && now >= exp * 1_000 ? await asFirst(request, world) : request,
        );
        if (isOk(answer)) memory[token] = now;
        return answer;
      }),
    ],
    [
      "createTransfer",
      withKeys(
        "prolongs a key with each replay",
        "idempotency-retention",
        async ({ request, key, forward, world, memory }) => {
          const { sub } = claimsOf(request);
          const which = `${sub} ${key} ${request.body}`;
          const now = await world.now();
          const known = memory[which];
          if (known && now - known.last < retentionTime && now - known.first >= retentionTime) {
            known.last = now;
            return withHeaders(known.answer, { "idempotent-replayed": "true" });
          }
          const answer = await forward();
          if (isOk(answer)) memory[which] = { first: now, ...known, answer, last: now };
          return answer;
        },
      ),
    ],
    [
      "getTransfer",
      inData("shows a reason of completed transfers", "lifecycle", "getTransfer ok", (data) => {
        if (data.status === "completed") data.reason = "It was accepted.";
      }),
    ],
    [
      "getTransaction",
      takes("stores a description of null as an empty one", "lookup", "createCharge", (body) => {
        if (body.description === "null") body.description = "";
      }),
    ],
  ],
  "mixes up what comes at once": [
    [
      "getTransaction",
      handles("swaps the responses of two charges", "lookup", async (passage) => {
        const { request, forward, memory } = passage;
        const answer = await forward();
        if (operationOf(request) !== "createCharge" || !isOk(answer)) return answer;
        const { parked } = memory;
        if (parked) {
          memory.parked = undefined;
          parked.resolve(answer.body);
          return { ...answer, body: parked.body };
        }
        const { promise, resolve } = Promise.withResolvers<string>();
        const mine = { body: answer.body, resolve };
        memory.parked = mine;
        const body = await Promise.race([promise, sleep(pairingTime, answer.body)]);
        if (memory.parked === mine) memory.parked = undefined;
        return { ...answer, body };
      }),
    ],
    [
      "getTransfer",
      handles("loses one of two transfers at once", "lookup", async (passage) => {
        const { request, forward, memory } = passage;
        const operation = operationOf(request);
        if (operation === "getTransfer") {
          const answer = await forward();
          return memory[request.path.split("/").at(-1) ?? ""]
            ? errorResponse("404 TRANSFER_NOT_FOUND", answer)
            : answer;
        }
        if (operation !== "createTransfer") return forward();
        memory.running = (memory.running ?? 0) + 1;
        const isSecond = memory.running > 1;
        const answer = await forward();
        memory.running -= 1;
        if (isSecond && isOk(answer) && !isReplayed(answer))
          memory[parse(answer.body).data.id] = true;
        return answer;
      }),
    ],
    ["createTransfer", sumsUp("keeps no daily sum", "balance", { sent: (sum) => sum })],
    [
      "createTransfer",
      mistakes(
        "takes the daily limit for the balance",
        "createTransfer DAILY_LIMIT_EXCEEDED",
        "402 INSUFFICIENT_BALANCE",
      ),
    ],
    [
      "getTransfer",
      handles("takes a token in the query", "authentication", ({ request, forward }) => {
        const token = new URL(request.path, "http://x").searchParams.get("access_token");
        const isIt = token !== null && request.headers.authorization === undefined;
        return forward(isIt ? withHeaders(request, { authorization: `Bearer ${token}` }) : request);
      }),
    ],
  ],
  "writes times and names wrongly": [
    [
      "getTransaction",
      changes(
        "writes the date of UTC beside the time of São Paulo",
        "times",
        "getTransaction",
        "createdAt",
        (time) => {
          const local = new Date(Date.parse(time) + utcOffset * 3_600_000).toISOString();
          return `${new Date(time).toISOString().slice(0, 10)}${local.slice(10, -1)}-03:00`;
        },
      ),
    ],
    [
      "getTransfer",
      changes("writes twelve hours", "times", "getTransfer", "createdAt", (time) => {
        const hours = ((new Date(time).getUTCHours() + 11) % 12) + 1;
        return new Date(time).toISOString().replace(/T\d\d/, `T${String(hours).padStart(2, "0")}`);
      }),
    ],
    [
      "issueToken",
      handles("locks a company after three wrong secrets", "authentication", async (passage) => {
        const { request, forward, memory, world } = passage;
        const answer = await forward();
        if (operationOf(request) !== "issueToken") return answer;
        const [, encoded = ""] = (request.headers.authorization ?? "").split(" ");
        const [key = ""] = Buffer.from(encoded, "base64").toString().split(":");
        const now = await world.now();
        memory[key] ??= { wrong: 0, until: 0 };
        if (answer.status === 401) memory[key].wrong += 1;
        if (memory[key].wrong === 3) Object.assign(memory[key], { wrong: 0, until: now + 60_000 });
        return isOk(answer) && now < memory[key].until
          ? withHeaders(errorResponse("401 INVALID_CREDENTIALS", answer), {
              "www-authenticate": "Basic",
            })
          : answer;
      }),
    ],
    [
      "createCharge",
      rejects("refuses URLs with a port", "createCharge", ({ postbackUrl }) =>
        /^https:\/\/[^/]+:\d+/.test(String(postbackUrl)),
      ),
    ],
    [
      "issueToken",
      fault(
        "names one company in all tokens",
        "token",
        withClaims((claims) => ({ ...claims, sub: "company" })),
      ),
    ],
  ],
  "notifies and counts wrongly": [
    [
      "transfer_updated",
      delivers("sends Latin-1", "notification-shape", (delivery, send) => {
        const bytes = Buffer.from(delivery.body, "latin1");
        return send({ ...delivery, bytes, body: bytes.toString("utf8") });
      }),
    ],
    [
      "createWebhook",
      onResponse(
        "does not count refused requests",
        "rate-limit-headers",
        "createWebhook",
        (answer, { memory }) => {
          const remaining = Number(answer.headers["x-ratelimit-remaining"]);
          if (!answer.headers["x-ratelimit-remaining"]) return answer;
          if (remaining >= (memory.last ?? 0)) memory.free = 0;
          memory.last = remaining;
          if (answer.status === 400) memory.free += 1;
          return withHeaders(answer, {
            "x-ratelimit-remaining": String(Math.min(10, remaining + memory.free)),
          });
        },
      ),
    ],
    [
      "createTransfer",
      changes(
        "shows phone numbers without the plus",
        "echo",
        "createTransfer getTransfer",
        "pixKey",
        (key) => key.replace(/^\+/, ""),
      ),
    ],
  ],
};
