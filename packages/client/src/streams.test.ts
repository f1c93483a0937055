import { expect, test } from "vitest";
import { any } from "./check.ts";
import type { OpenCall } from "./http.ts";
import { readEvents, readLines, writeLines } from "./streams.ts";

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

test("lines are written of a list", () => {
  expect(writeLines([{ a: 1 }, 2])).toBe('{"a":1}\n2');
  expect(writeLines(undefined)).toBe(undefined);
});
