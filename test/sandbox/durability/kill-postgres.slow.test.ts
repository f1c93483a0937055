// Processes are killed at random moments while they are called; then everything that they have said holds.
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import type { Prepared } from "../support/processes.ts";
import { chooseSeed, makeRandom, roundsOf } from "../support/random.ts";
import { finish, makeReserve, registerReceiver } from "./finish.ts";
import { callUntilKilled, issueToken, loadSettings, makeRecord, waitForAnswers } from "./load.ts";

const callers = 6;

const what = "two processes on a database, one of which is killed again and again";

test(what, { timeout: roundsOf(600_000) }, async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  const random = makeRandom(chooseSeed("kill, PostgreSQL"));
  const databaseUrl = await makeDatabase();
  const { receiver, register } = await registerReceiver();
  const take = makeReserve();
  const record = makeRecord();
  const options = { databaseUrl, settings: loadSettings };
  // Both at once, on a database without tables.
  const first = [take(), take()];
  const urls = await Promise.all(first.map((child) => child.start(options)));
  const token = await issueToken(urls[0] ?? "");
  await register(urls[1] ?? "", token);
  const run = (child: Prepared, url: string) => ({
    child,
    url,
    calls: Promise.all(Array.from({ length: callers / 2 }, () => callUntilKilled(url, token, record, random))),
  });
  const running = first.map((child, index) => run(child, urls[index] ?? ""));
  for (let round = 0; round < roundsOf(6); round++) {
    await waitForAnswers(record, Math.floor(1 + random() * 40));
    await sleep(random() * 20);
    const index = Math.floor(random() * 2);
    await running[index]?.child.kill();
    await running[index]?.calls;
    const child = take();
    running[index] = run(child, await child.start(options));
  }
  for (const { child, calls } of running) {
    await child.kill();
    await calls;
  }
  const url = await take().start(options);
  await finish({ place: { databaseUrl }, url, token, record, receiver });
});
