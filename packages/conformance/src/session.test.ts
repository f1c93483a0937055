import { readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../../test/support/listen.ts";
import type { Contract, Operation } from "./contract.ts";
import type { Exchange } from "./exchange.ts";
import { Ledger } from "./pix/ledger.ts";
import { pixProfile } from "./pix/profile.ts";
import { summarizeRun } from "./report.ts";
import { Session } from "./session.ts";

const contract = JSON.parse(
  readFileSync(new URL("../../../generated/openapi/contract.json", import.meta.url), "utf8"),
) as Contract;
const issueToken = contract.operations.find(({ token }) => token) as Operation;

/** A session with a server that gives these statuses, one after the other, and then 200. */
async function open(...statuses: number[]) {
  let requests = 0;
  const { url, close } = await listen((_, response) => {
    requests += 1;
    response.writeHead(statuses.shift() ?? 200).end("{}");
  });
  onTestFinished(close);
  const options = { url, apiKey: "k", apiSecret: "secret-1" };
  const seen: Exchange[] = [];
  const profile = pixProfile(contract, {}, new Ledger());
  const session = new Session(contract, profile, options, {} as never, (_, one) => seen.push(one));
  const waits: number[] = [];
  session.clock.pass = async (by) => void waits.push(by);
  return { session, seen, waits, count: () => requests };
}

const login = { label: "a login" };

test.for([
  [[429], 200, 2],
  [[429, 429], 200, 3],
  [[429, 429, 429], 429, 3],
  [[500], 500, 1],
] as const)(
  "the statuses %j give %d after %d requests: a window that others have used is waited for twice",
  async ([statuses, expected, requests]) => {
    const { session, waits, count } = await open(...statuses);
    const { response } = await session.call(issueToken, login);
    expect([response?.status, count(), waits.length]).toEqual([expected, requests, requests - 1]);
  },
);

test("a call at once, and one to another path, wait for nothing", async () => {
  for (const call of [{ atOnce: true }, { path: "/elsewhere" }, { method: "PUT" }]) {
    const { session, count } = await open(429);
    const exchange = await session.call(issueToken, { ...login, ...call });
    expect([exchange.response?.status, count()]).toEqual([429, 1]);
    expect(exchange.operation?.id).toBe("atOnce" in call ? issueToken.id : undefined);
  }
});

test("responses of gateways are counted, those of the service are not", async () => {
  const { session, seen } = await open(502, 503, 504, 500, 501, 505, 200);
  for (let at = 0; at < 7; at++) await session.call(issueToken, { ...login, atOnce: true });
  expect(session.unreliable).toEqual({ resets: 0, gateway: 3 });
  expect([seen.length, session.budget.requests]).toEqual([7, 7]);
});

test("secrets are looked for from eight characters on, an API secret in its header too", async () => {
  const { session } = await open();
  session.keepSecret("1234567", "short");
  session.keepSecret("12345678", "long");
  expect([...session.secrets.keys()]).toEqual(["secret-1", btoa("k:secret-1"), "12345678"]);
});

test("the caller with most room is chosen, unless it is reserved", async () => {
  const { session } = await open();
  session.second = { name: "second", apiKey: "l", apiSecret: "secret-2" };
  expect(session.leastBusy(issueToken)).toBe(session.first);
  await session.call(issueToken, { ...login, atOnce: true });
  expect(session.leastBusy(issueToken)).toBe(session.second);
  session.reserved = session.second;
  expect(session.leastBusy(issueToken)).toBe(session.first);
});

test("a run without a check does not conform, nor does one that ended early", async () => {
  const { session } = await open();
  expect(summarizeRun(session)).toMatchObject({
    conforms: false,
    verdict: "No checks were made: the result is unknown.",
  });
  session.check("lookup", issueToken, []);
  expect(summarizeRun(session)).toMatchObject({ conforms: true, findings: [] });
  expect(summarizeRun(session, "It is gone.")).toMatchObject({ conforms: false });
  session.check("lookup", issueToken, ["Wrong."]);
  expect(summarizeRun(session)).toMatchObject({ conforms: false, grade: { failed: 1 } });
});
