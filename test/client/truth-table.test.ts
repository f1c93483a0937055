// Plays every fault, compares the outcome with what really happened, and writes docs/guides/client-outcomes.md by
// `vitest run test/client/truth-table.test.ts -u`.
import { join } from "node:path";
import { expect, test } from "vitest";
import { useFakeTime } from "../support/time.ts";
import { playOne, untruths } from "./support/play.ts";
import { type Fate, type Repeats, well } from "./support/truthful-service.ts";

useFakeTime();

/** How the requests of a call fare, one after the other; what comes after them goes well. */
interface Row {
  fault: string;
  fates: Fate[];
  repeats?: Repeats;
  /** Milliseconds after which the service restarts. */
  restarts?: number[];
}

const always = (fate: Partial<Fate>): Fate[] => Array(9).fill({ ...well, ...fate });
const once = (fate: Partial<Fate>): Fate => ({ ...well, ...fate });
const page = (status: number, html = true): Partial<Fate> => ({
  arrives: "gateway",
  gateway: { status, html },
});
const lost = once({ response: "reset" });
const noMoney = once({ end: "no balance" });

const groups: Record<string, Row[]> = {
  "Before the service": [
    { fault: "no connection, once", fates: [once({ arrives: "no connection" })] },
    { fault: "no connection, however often", fates: always({ arrives: "no connection" }) },
    { fault: "the request is lost on the way, once", fates: [once({ arrives: "lost" })] },
    { fault: "the request is lost on the way, however often", fates: always({ arrives: "lost" }) },
    { fault: "a gateway's 502, once", fates: [once(page(502))] },
    { fault: "a gateway's 502, however often", fates: always(page(502)) },
    { fault: "a gateway's page with 404", fates: [once(page(404))] },
    { fault: "an empty 400 of a gateway", fates: [once(page(400, false))] },
    { fault: "a redirect", fates: [once(page(302))] },
  ],
  "At the service's gate": [
    { fault: "the token is refused, once", fates: [once({ gate: "token refused" })] },
    { fault: "the token is refused, however often", fates: always({ gate: "token refused" }) },
    {
      fault: "a gateway's 401, however often",
      fates: always({ gate: "token refused by a gateway" }),
    },
    { fault: "a limit, once", fates: [once({ gate: "limit" })] },
    { fault: "a limit, however often", fates: always({ gate: "limit" }) },
  ],
  "In the service": [
    { fault: "none", fates: [well] },
    { fault: "no balance", fates: [noMoney] },
    { fault: "a 500 that did nothing, once", fates: [once({ end: "rolled back" })] },
    { fault: "a 500 that did nothing, however often", fates: always({ end: "rolled back" }) },
    { fault: "a restart while the request runs", fates: [once({ runs: 500 })], restarts: [100] },
    { fault: "the first request takes longer than a try may", fates: [once({ runs: 6_000 })] },
    { fault: "the same, and it is refused", fates: [once({ runs: 6_000, end: "no balance" })] },
  ],
  "After it is paid": [
    { fault: "the connection breaks, once", fates: [lost] },
    { fault: "the connection breaks, however often", fates: always({ response: "reset" }) },
    { fault: "no response comes, however often", fates: always({ response: "hangs" }) },
    {
      fault: "reading fails with EHOSTUNREACH, however often",
      fates: always({ response: "read fails" }),
    },
    { fault: "half of a response, however often", fates: always({ response: "half" }) },
    {
      fault: "a success without an id, however often",
      fates: always({ response: "without an id" }),
    },
    {
      fault: "a success with the status 206, however often",
      fates: always({ lie: "206 with a success" }),
    },
    { fault: "a gateway's 502, however often ", fates: always({ response: "gateway" }) },
    {
      fault: "the connection breaks, then a gateway's page with 404",
      fates: [lost, once(page(404))],
    },
    { fault: "the connection breaks, then an empty 400", fates: [lost, once(page(400, false))] },
    {
      fault: "the connection breaks, then the token is refused",
      fates: [lost, ...always({ gate: "token refused" })],
    },
    { fault: "the connection breaks, then a limit", fates: [lost, ...always({ gate: "limit" })] },
    { fault: "the connection breaks; every repeat is a 409", fates: [lost], repeats: "conflicts" },
  ],
  "After it is refused": [
    { fault: "the connection breaks, once", fates: [{ ...noMoney, response: "reset" }] },
    {
      fault: "the connection breaks, however often",
      fates: always({ end: "no balance", response: "reset" }),
    },
    {
      fault: "the connection breaks; every repeat is a 409",
      fates: [{ ...noMoney, response: "reset" }],
      repeats: "conflicts",
    },
  ],
};

/** Why the client says `unknown` where the service knows more: the first that fits. */
const reasons: [fault: RegExp, why: string][] = [
  [/409/, "a 409 shows only that the service knows the key"],
  [/breaks, then/, "the first attempt stays open"],
  [/gateway|redirect|empty 400/, "a gateway does not know whether the service got the request"],
  [/500/, "a 500 does not show what was done before it"],
  [/token|limit/, "an earlier run may have sent the key"],
  [/without an id|206/, "it is not the contract's success"],
  [/./, "without a response nothing is known"],
];

/** What the only call of a caller says, and how often was paid. */
async function playRow({ fates, fault: _, ...rest }: Row, ownKey: boolean) {
  const played = await playOne(fates, { ...rest, ownKey });
  expect(untruths(played), JSON.stringify(fates[0])).toEqual([]);
  return { said: played.claims[0]?.said ?? "", paid: played.service.payments.length };
}

test("what the client says under every fault is what the page says, and is so", async () => {
  const tables: string[] = [];
  for (const [group, rows] of Object.entries(groups)) {
    const lines: string[] = [];
    for (const row of rows) {
      const given = await playRow(row, true);
      const made = await playRow(row, false);
      expect(given.paid, row.fault).toBe(made.paid);
      const say = ({ said }: typeof given): string => (said === "paid" ? "success" : `\`${said}\``);
      const so = given.paid === 0 ? "not paid" : "paid once";
      const [, reason] = reasons.find(([fault]) => fault.test(row.fault)) ?? [];
      const why = [given.said, made.said].includes("unknown") ? reason : "";
      lines.push(`| ${row.fault.trim()} | ${say(given)} | ${say(made)} | ${so} | ${why} |`);
      // What is claimed is so, whatever the page says.
      for (const { said, paid } of [given, made]) {
        if (said === "paid") expect(paid, row.fault).toBe(1);
        if (said === "refused" || said === "not-sent") expect(paid, row.fault).toBe(0);
      }
    }
    tables.push(
      `## ${group}\n\n| fault | with a key of yours | with a key that the client made | what really happened | why \`unknown\` |\n|---|---|---|---|---|\n${lines.join("\n")}\n`,
    );
  }
  await expect(`<!-- Written by test/client/truth-table.test.ts: edit that, not this page. -->
# Outcomes by fault

Each row is one \`transfers.create\` with up to four attempts against a test service that records what really happened. [The
guide](client-transfers.md) explains the outcomes.

Without a \`keyStore\` the client cannot know what another process, or an earlier run, sent under a key of yours. It then reports
\`refused\` only if the service keeps the refusal with the key. \`test/client/properties/truth.test.ts\` plays random mixes of
these faults, with crashes, several workers and keys that expire.

${tables.join("\n")}
## What no client can know

| case | why | what to do |
|---|---|---|
| the response is lost, and every repeat too | only the service knows what it did | repeat with the same key while it lives, then wait for \`transfer_created\`, then contact the provider |
| the key's 24 hours end before an answer comes | the service has forgotten the key: a repeat would be a second transfer | do not repeat; contact the provider |
| the service accepts a transfer and never pays it | the response is a correct success | wait for a final status, with \`waitUntilFinal\` or the notification |
| the service refuses with a documented code and pays all the same | the response is a correct refusal | compare your payouts with its notifications and statements |
| a second answer to the same request arrives on a reused connection and matches the next request | HTTP/1.1 does not tie a response to its request | give each transfer a different description, and look it up |
| another process sends the same key, and they share no key store | neither knows of the other | share a [key store](client-transfers.md#store-the-key-with-the-payment) |
| a key of yours was sent before this call, perhaps more than its life ago | the client counts the age of a key from its own call | store the time of the first use, and stop repeating well before its end |
| the file or the table of keys is lost, or comes from a backup | its keys count as new | treat the payments of that time as open: wait for their notifications, then contact the provider |
`).toMatchFileSnapshot(join(import.meta.dirname, "../../docs/guides/client-outcomes.md"));
});
