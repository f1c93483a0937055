// Processes are killed at random moments while they are called; then everything that they have said holds.
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { makeDatabase, noPostgres } from "../../support/databases.ts";
import { makeFolder } from "../../support/folder.ts";
import { issueToken } from "../support/control.ts";
import { chooseSeed, makeRandom, roundsOf } from "../support/random.ts";
import type { Place } from "../support/storages.ts";
import { finish, makeReserve, registerReceiver } from "./finish.ts";
import { callUntilKilled, loadSettings, makeRecord, waitForAnswers } from "./load.ts";

/** Kills one of some processes on a place, as often as the rounds say. */
async function killAgainAndAgain(
  name: string,
  place: Place,
  processes: number,
  rounds: number,
): Promise<void> {
  const random = makeRandom(chooseSeed(name));
  const { receiver, register } = await registerReceiver();
  const take = makeReserve();
  const record = makeRecord();
  const options = { ...place, settings: loadSettings };
  let token = "";
  const prepare = async (url: string): Promise<void> => {
    token = await issueToken(url);
    await register(url, token);
  };
  let prepared: Promise<void> | undefined;
  const run = async (child = take()) => {
    const url = await child.start(options);
    // The first one that listens, for all.
    prepared ??= prepare(url);
    await prepared;
    const calls = Array.from({ length: 6 / processes }, () =>
      callUntilKilled(url, token, record, random),
    );
    return async () => {
      await child.kill();
      await Promise.all(calls);
    };
  };
  // All at once, where there are no tables yet.
  const running = await Promise.all(Array.from({ length: processes }, () => run()));
  for (let round = 0; round < rounds; round++) {
    await waitForAnswers(record, Math.floor(1 + random() * 40));
    await sleep(random() * 20);
    const index = Math.floor(random() * processes);
    await running[index]?.();
    if (random() < 0.15) {
      // While it opens.
      const child = take();
      child.start(options).catch(() => {});
      await sleep(random() * 150);
      await child.kill();
    }
    running[index] = await run();
  }
  for (const end of running) await end();
  // The token of the first process is good in the last.
  const url = await take().start(options);
  await finish({ place, url, token, record, receiver });
}

test("a process on a folder, killed again and again", { timeout: roundsOf(600_000) }, async () => {
  const data = await makeFolder();
  await killAgainAndAgain("kill, SQLite", { data }, 1, roundsOf(12));
});

test("two processes on a database, one killed again and again", {
  timeout: roundsOf(600_000),
}, async ({ skip }) => {
  if (noPostgres) skip(noPostgres);
  await killAgainAndAgain(
    "kill, PostgreSQL",
    { databaseUrl: await makeDatabase() },
    2,
    roundsOf(6),
  );
});
