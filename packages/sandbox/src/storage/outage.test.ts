import { pino } from "pino";
import { expect, test } from "vitest";
import { OutageLog } from "./outage.ts";

function makeOutage() {
  const lines: { level: number; msg: string; err?: { message: string } }[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line) => void lines.push(JSON.parse(line) as never) },
  );
  const clock = { now: 7_000 };
  return { lines, clock, outage: new OutageLog(log, () => clock.now) };
}

const failure = new Error("The database cannot be reached: refused.", {
  cause: new Error("refused"),
});

test("the cause once, then how many calls failed", () => {
  const { lines, clock, outage } = makeOutage();
  outage.succeeded();
  for (let count = 0; count < 100; count++) outage.failed(failure);
  expect(lines).toMatchObject([
    {
      level: 50,
      msg: `${failure.message} Calls fail until the database answers again.`,
      err: { message: "refused" },
    },
  ]);
  clock.now = 48_000;
  outage.failed(failure);
  clock.now = 49_000;
  outage.succeeded();
  outage.succeeded();
  expect(lines.slice(1)).toMatchObject([
    { level: 40, msg: "The database answers again after 42 s. Calls that failed: 101." },
  ]);
});

test("a success between failures is not the end of an outage", () => {
  const { lines, clock, outage } = makeOutage();
  for (let second = 0; second < 10; second++) {
    clock.now = 7_000 + second * 900;
    outage.failed(failure);
    clock.now += 100;
    outage.succeeded();
  }
  expect(lines).toHaveLength(1);
  clock.now += 899;
  outage.succeeded();
  expect(lines).toHaveLength(1);
  clock.now += 1;
  outage.succeeded();
  expect(lines).toHaveLength(2);
});

test("an outage of writes does not end with a lookup", () => {
  const { lines, clock, outage } = makeOutage();
  outage.failed(failure, "write");
  outage.failed(failure, "read");
  for (const kind of ["read", "read", "write"] as const) {
    expect(lines).toHaveLength(1);
    clock.now += 1_000;
    outage.succeeded(kind);
  }
  expect(lines).toHaveLength(2);
});

test("the next outage is logged too, also where a single call fails; without a log nothing is", () => {
  const { lines, clock, outage } = makeOutage();
  for (let round = 0; round < 2; round++) {
    outage.failed(failure);
    clock.now += 1_000;
    outage.succeeded();
  }
  const end = { msg: "The database answers again after 1 s. Calls that failed: 1." };
  expect(lines).toMatchObject([{ level: 50 }, end, { level: 50 }, end]);
  const silent = new OutageLog(undefined, () => clock.now);
  silent.failed(failure);
  clock.now += 30_000;
  silent.succeeded();
  expect(lines).toHaveLength(4);
});
