// Processes are killed at random moments while they are called; then everything that they have said holds.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "vitest";
import { chooseSeed, makeRandom, roundsOf } from "../support/random.ts";
import { atEnd, finish, makeReserve, registerReceiver } from "./finish.ts";
import { callUntilKilled, issueToken, loadSettings, makeRecord, waitForAnswers } from "./load.ts";

const callers = 6;

test("a process on a folder, killed again and again", { timeout: roundsOf(600_000) }, async () => {
  const random = makeRandom(chooseSeed("kill, SQLite"));
  const data = await mkdtemp(join(tmpdir(), "sandbox-"));
  atEnd(() => rm(data, { recursive: true, force: true }));
  const { receiver, register } = await registerReceiver();
  const take = makeReserve();
  const record = makeRecord();
  const options = { data, settings: loadSettings };
  let token = "";
  for (let round = 0; round < roundsOf(12); round++) {
    const child = take();
    const starting = child.start(options);
    if (round > 0 && random() < 0.15) {
      // While it opens.
      starting.catch(() => {});
      await sleep(random() * 150);
      await child.kill();
      continue;
    }
    const url = await starting;
    if (token === "") {
      token = await issueToken(url);
      await register(url, token);
    }
    const calls = Array.from({ length: callers }, () => callUntilKilled(url, token, record, random));
    await waitForAnswers(record, Math.floor(1 + random() * 30));
    await sleep(random() * 20);
    await child.kill();
    await Promise.all(calls);
  }
  // The token of the first process is good in the last.
  const url = await take().start(options);
  await finish({ place: { data }, url, token, record, receiver });
});
