import { expect, test } from "vitest";
import { type LoggerSettings, makeLogger, RequestLogger, silentLogger } from "./logger.ts";

const names = ["debug", "info", "warn", "error"] as const;

/** The lines that a log writes for one message at each level. */
function linesOf(settings: LoggerSettings = {}, fields: object = {}) {
  const lines: string[] = [];
  const log = makeLogger({ ...settings, stream: { write: (line) => lines.push(line) } }, [
    "document",
  ]);
  for (const name of names) log[name](fields, `told by ${name}`);
  return lines;
}

test("a line is JSON as pino has it, with its fields, its time and without what is sensitive", () => {
  const before = Date.now();
  const [line = ""] = linesOf({}, { document: "52998224725", at: { Token: "t", n: 1 } });
  const entry = JSON.parse(line);
  expect(entry).toEqual({
    level: 30,
    time: expect.any(Number),
    msg: "told by info",
    document: "[redacted]",
    at: { Token: "[redacted]", n: 1 },
  });
  expect(entry.time).toBeGreaterThanOrEqual(before);
  expect(line).toMatch(/^\{"level":30,.*\}\n$/);
});

test("what is below the level is not written", () => {
  const levels = (settings?: LoggerSettings) =>
    linesOf(settings).map((line) => JSON.parse(line).level);
  expect([levels(), levels({ level: "debug" }), levels({ level: "error" })]).toEqual([
    [30, 40, 50],
    [20, 30, 40, 50],
    [50],
  ]);
});

test("a request's lines carry its id, at every level", () => {
  const told: unknown[] = [];
  const log = Object.fromEntries(
    names.map((name) => [
      name,
      (fields: object, message: string) => void told.push([name, fields, message]),
    ]),
  ) as never;
  const own = new RequestLogger(log, "req_1");
  for (const name of names) own[name]({ a: 1 }, "told");
  expect(told).toEqual(names.map((name) => [name, { reqId: "req_1", a: 1 }, "told"]));
  for (const name of names) silentLogger[name]({}, "told");
});
