// The whole provider that docs/guides/provider.md prints, run as it is printed: the suite finds nothing, twice in a row, and
// what it owes its receivers survives kill -9.
import type { ChildProcess } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { verifyNotification } from "@pix-contract/client/notifications";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { signatureHeader } from "../../generated/server/src/index.ts";
import { runConformance } from "../../packages/conformance/src/index.ts";
import { startReceiver } from "../sandbox/support/receiver.ts";
import { makeDatabase, noPostgres } from "../support/databases.ts";
import { bodyOf } from "./support/call.ts";
import { writeGuide } from "./support/guide.ts";
import { apiKey, apiSecret, countNothing, issueToken, startProvider } from "./support/provider.ts";

const guide = await writeGuide("server", afterAll);
let database: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  if (!noPostgres) database = await makeDatabase();
});
afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
});

const start = () => startProvider(guide.folder, database, children);

test("the suite finds nothing, and nothing the second time", async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  const { url, child } = await start();
  await countNothing(database);
  for (const seed of [1, 2]) {
    const report = await runConformance({
      url,
      apiKey,
      apiSecret,
      transfers: true,
      pace: false,
      seed,
      cases: 5,
      skip: [
        { check: "rate-limit-headers", reason: "Without limits, nothing counts down." },
        { check: "retry-after", reason: "Without limits, no response has Retry-After." },
        { check: "rate-limit", reason: "There are no limits." },
      ],
    });
    expect(report.findings).toEqual([]);
    expect(report.requests).toBeGreaterThan(300);
  }
  child.kill("SIGTERM");
  expect(await once(child, "exit")).toEqual([0, null]);
});

test("what is owed to receivers survives kill -9, signed as before", async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  let isDown = true;
  await using receiver = await startReceiver((_received, response) =>
    isDown ? undefined : response.end(),
  );
  const pool = new pg.Pool({ connectionString: database });
  const first = await start();
  await pool.query(
    `insert into outbox_receivers (id, "callerId", url, "eventsJson", name, active, "createdAt")
     values ('wh_test', 'cmp_1', $1, '[]', 'Test', 1, 0)`,
    [`${receiver.url}/registered`],
  );
  const token = await issueToken(first.url);
  for (let count = 0; count < 5; count++) {
    const created = await fetch(`${first.url}/api/v1/pix/in/qrcode`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(bodyOf("createCharge")),
    });
    expect(created.status).toBe(200);
  }
  // They are on their way and unanswered.
  await expect.poll(() => receiver.received.length).toBe(5);
  first.child.kill("SIGKILL");
  await once(first.child, "exit");
  isDown = false;
  // Claims of a process that died run out by themselves.
  await pool.query(
    `update outbox_notifications set "claimedUntil" = 0 where "claimedUntil" is not null`,
  );
  const second = await start();
  await expect.poll(() => receiver.received.length).toBe(10);
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(5);
  const states = `
    select status, count(*)::integer as count from outbox_notifications where "receiverId" = 'wh_test' group by status`;
  await expect
    .poll(async () => (await pool.query(states)).rows)
    .toEqual([{ status: "delivered", count: 5 }]);
  const { rows } = await pool.query(
    "select active::integer from outbox_receivers where id = 'wh_test'",
  );
  expect(rows).toEqual([{ active: 1 }]);
  const secret = createHmac("sha256", "change me: thirty-two bytes or more")
    .update("wh_test")
    .digest("base64url");
  for (const { rawBody, headers } of receiver.received) {
    await verifyNotification(
      rawBody,
      String(headers[signatureHeader.toLowerCase()]),
      `whsec_${secret}`,
    );
  }
  second.child.kill("SIGTERM");
  await once(second.child, "exit");
  await pool.end();
});
