import { expect, test } from "vitest";
import { any } from "./check.ts";
import type { OpenCall } from "./http.ts";
import { items, readEvents, readLines, writeLines } from "./streams.ts";

const call = { operation: { id: "read" }, signal: undefined } as OpenCall;

/** What is read of parts that come one after the other. */
async function readAll(make: typeof readLines, parts: string[]): Promise<unknown[]> {
  const left = parts.map((part) => new TextEncoder().encode(part));
  const reader = { read: async () => ({ value: left.shift() }), cancel: async () => {} };
  const read: unknown[] = [];
  for await (const item of make(any)({ reader } as never, call) as AsyncIterable<unknown>)
    read.push(item);
  return read;
}

test("lines end where they end, wherever the parts do", async () => {
  const read = await readAll(readLines, ['{"a":', "1}\r", '\n\u001e[2]\n\n"x', '"\n3']);
  expect(read).toEqual([{ a: 1 }, [2], "x", 3]);
});

test("an event ends with an empty line", async () => {
  const read = await readAll(readEvents, [
    ": x\nevent: a\r",
    "\ndata:1\rdata: 2\r\r",
    "data\n\ndata: cut",
  ]);
  expect(read).toEqual([
    { event: "a", data: "1\n2" },
    { event: "message", data: "" },
  ]);
});

test("lines are written of a list, and of values that come one by one", async () => {
  const write = writeLines("send", (value) =>
    value === 0 ? ["at", "minimum", "be 1"] : undefined,
  );
  const stream = async function* (...values: unknown[]) {
    yield* values;
  };
  expect(await write([{ a: 1 }, 2])).toBe('{"a":1}\n2');
  expect(await write(stream({ a: 1 }, 2))).toBe('{"a":1}\n2');
  expect(await write(undefined)).toBe(undefined);
  await expect(write(stream(1, 0))).rejects.toThrow("`1.at` must be 1 (rule: minimum)");
  const ring: unknown[] = [];
  ring.push(ring);
  await expect(write(ring)).rejects.toThrow("`0` must be JSON (rule: json)");
  for (const [body, isRight] of [
    [[], true],
    [stream(), true],
    [{}, false],
    ["", false],
    [null, false],
  ] as const)
    expect(items(body) === undefined).toBe(isRight);
});
