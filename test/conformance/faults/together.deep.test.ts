// 67 faults on 14 servers, written before the probes were looked at: each is named at its operation.
import { test } from "vitest";
import { flatten } from "../../../packages/conformance/src/findings.ts";
import { runConformance } from "../../../packages/conformance/src/index.ts";
import { eightServers } from "./eight-servers.ts";
import { startFaulty } from "./faulty-server.ts";
import { fourServers } from "./four-servers.ts";
import { together } from "./legal.ts";
import {
  changes,
  created,
  delivers,
  handles,
  inData,
  isOk,
  later,
  mends,
  onResponse,
  operationOf,
  refuses,
  shows,
  signed,
  withNewKey,
} from "./tools.ts";

/** A check that waits as long as it says, of which no fault is here. */
const skip = [{ check: "notification-timeout", reason: "Other tests have it." }];

/** Faults of a server, with the operation or event at which each is named. */
const servers: typeof eightServers = {
  ...eightServers,
  ...fourServers,
  "changes what it stores": [
    [
      "getTransaction",
      mends("trims descriptions", "createCharge", "description", (text) => text.trim(), "lookup"),
    ],
    ["listWebhooks", shows("omits that webhooks are off", "list", "listWebhooks", omitsOff)],
    [
      "createTransfer",
      inData(
        "shows another amount in replays",
        "idempotency-replay",
        "createTransfer replayed",
        (data) => {
          data.amount += 1;
        },
      ),
    ],
    [
      "deleteWebhook",
      onResponse(
        "answers a second deletion with success",
        "deletion",
        "deleteWebhook 404",
        (answer) => created(answer, {}),
      ),
    ],
    [
      "createWebhook",
      mends(
        "drops the query of URLs",
        "createWebhook",
        "url",
        (url) => url.replace(/\?.*$/, ""),
        "echo",
      ),
    ],
  ],
  "looks up and sends wrongly": [
    [
      "getTransfer",
      refuses(
        "does not find completed transfers",
        "lookup",
        "getTransfer ok",
        "404 TRANSFER_NOT_FOUND",
        (_body, _request, answer) => answer.body.includes('"status":"completed"'),
      ),
    ],
    [
      "transaction_paid",
      delivers("signs with the time in milliseconds", "notification-signature", (delivery, send) =>
        send(signed(delivery, delivery.sign(delivery.body, Date.now()))),
      ),
    ],
    [
      "createCharge",
      refuses(
        "refuses e-mail addresses with a plus",
        "good-data-accepted",
        "createCharge ok",
        "400 VALIDATION_ERROR",
        ({ customer }) => String(customer?.email).includes("+"),
      ),
    ],
    [
      "getTransaction",
      changes(
        "shows a minute later as the time of creation",
        "times",
        "getTransaction",
        "createdAt",
        (time) => later(time, 60_000),
      ),
    ],
  ],
};

function omitsOff(data: unknown): object {
  for (const one of Array.isArray(data) ? data : []) one.active = true;
  return {};
}

test.concurrent.for(Object.entries(servers))(
  "a server that %s: each of its faults is named at its operation",
  async ([, faults], { expect }) => {
    await using server = await startFaulty(together(faults.map(([, fault]) => fault)));
    const { findings } = await runConformance({
      ...server.sandbox.credentials,
      url: server.url,
      control: server.url,
      seed: 1,
      skip,
    });
    const named = flatten(findings).flatMap(({ check, causes }) =>
      causes.flatMap(({ operation, place }) => [
        `${check} ${operation}`,
        `${check} ${operation} ${place}`,
      ]),
    );
    const expected = faults.flatMap(([place, { caughtBy }]) =>
      caughtBy.map((check) => `${check} ${place}`),
    );
    expect([...new Set(named)]).toEqual(expect.arrayContaining(expected));
  },
);

test.concurrent.for<[name: string, twice: boolean]>([
  ["refuses random keys", false],
  ["refuses random keys, and sends a transfer of three centavos twice", true],
])(
  "a server that %s: what follows from the refusal stands below it, a second transfer does not",
  async ([, twice], { expect }) => {
    const isRandom = (key: unknown) => typeof key === "string" && /^[\da-f-]{36}$/.test(key);
    const refusing = mends("refuses random keys", "createTransfer", "pixKey", (key) =>
      isRandom(key) ? "unknown" : key,
    );
    const sending = handles("sends twice", "ledger", async ({ request, body, forward }) => {
      const answer = await forward();
      const isSent = operationOf(request) === "createTransfer" && isOk(answer);
      if (isSent && !isRandom(body.pixKey)) await forward(withNewKey(request));
      return answer;
    });
    await using server = await startFaulty(together(twice ? [sending, refusing] : [refusing]));
    const { findings } = await runConformance({
      ...server.sandbox.credentials,
      url: server.url,
      control: server.url,
      seed: 1,
      cases: 5,
      only: { checks: [], operations: ["createTransfer"] },
      skip,
    });
    const money = findings.filter(({ area }) => area === "money").map(({ check }) => check);
    expect([...new Set(money)]).toEqual(twice ? ["ledger"] : []);
    const refusal = findings.find(({ check }) => check === "good-data-accepted");
    const below = refusal?.consequences.map(({ check }) => check);
    expect(below).toEqual(expect.arrayContaining(["balance", "idempotency-parallel"]));
  },
);
