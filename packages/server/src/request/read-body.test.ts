import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import type { ParsedBody } from "./parse-body.ts";
import { makeParser } from "./parse-body.ts";
import { discardRest, isMediaType, readBody } from "./read-body.ts";

test("a content type is the operation's, in UTF-8, without an encoding on top", () => {
  const takes = (type: string | undefined, encoding?: string) =>
    isMediaType(
      { header: (name) => (name === "content-type" ? type : encoding) },
      "application/json",
    );
  for (const type of [
    "application/json",
    "Application/JSON",
    "application/json ; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json;charset=utf8",
    "application/json; v=1",
    "application/json; v=1; charset=utf-8",
  ]) {
    expect(takes(type), type).toBe(true);
  }
  for (const type of [
    undefined,
    "",
    "text/json",
    "application/json-patch+json",
    "application/json; charset=latin1",
    "application/json;charset=utf-16",
    "application/json; v=1; charset=x",
    "application/json;charset=xutf-8",
    "application/json;charset=utf-8x",
    "application/json;charset=xcharset=utf-8",
  ]) {
    expect(takes(type), type).toBe(false);
  }
  expect([takes("application/json", "identity"), takes("application/json", "Identity")]).toEqual([
    true,
    true,
  ]);
  expect(takes("application/json", "gzip")).toBe(false);
});

const parse = makeParser("application/json", [], undefined);

/** A message whose bytes the test sends, and what was read of it. */
function read(limit: number, headers: Record<string, string> = {}) {
  const stream = new PassThrough();
  const message = stream as unknown as IncomingMessage;
  const results: ParsedBody[] = [];
  readBody(message, headers["content-length"], limit, parse, (parsed) => results.push(parsed));
  return { stream, results, turn: () => new Promise((done) => setImmediate(done)) };
}

test("a body is as large as its limit and no larger, whether it says so or not", async () => {
  for (const [text, body] of [
    ['"12345678"', "12345678"],
    ['"123456789"', { cause: "body-too-large" }],
  ] as const) {
    for (const size of [1, 100]) {
      const { stream, results, turn } = read(10);
      for (let at = 0; at < text.length; at += size) stream.write(text.slice(at, at + size));
      stream.end();
      await turn();
      await turn();
      expect(results).toEqual([{ body, mayHaveInvalidStrings: false }]);
    }
  }
  const said = read(10, { "content-length": "11" });
  expect(said.results).toEqual([
    { body: { cause: "body-too-large" }, mayHaveInvalidStrings: false },
  ]);
  expect([said.stream.listenerCount("data"), said.stream.readableFlowing]).toEqual([0, null]);
  expect(read(10, { "content-length": "10" }).results).toEqual([]);
});

test("what is too large is said at once, and what still comes is thrown away", async () => {
  const { stream, results, turn } = read(3);
  stream.write("1234");
  await turn();
  expect(results).toHaveLength(1);
  stream.end("5678");
  await turn();
  await turn();
  expect([results.length, stream.readableEnded]).toEqual([1, true]);
});

test("a request that breaks off is malformed, once, and ends nothing else", async () => {
  const { stream, results, turn } = read(100);
  stream.write('{"a":');
  await turn();
  stream.destroy(new Error("aborted"));
  await turn();
  expect(results).toEqual([{ body: { cause: "malformed-body" }, mayHaveInvalidStrings: false }]);
  const done = read(100);
  done.stream.end("1");
  await turn();
  await turn();
  done.stream.emit("error", new Error("aborted"));
  expect(done.results).toEqual([{ body: 1, mayHaveInvalidStrings: false }]);
});

test("a body is read to its end where middleware has set an encoding", async () => {
  for (const encoding of ["utf8", "latin1", "hex"] as const) {
    const { stream, results, turn } = read(20);
    stream.setEncoding(encoding);
    stream.end('"ção"');
    await turn();
    await turn();
    expect(results, encoding).toEqual([{ body: "ção", mayHaveInvalidStrings: false }]);
  }
});

test("of a refused body a mebibyte is thrown away, then the connection is cut", async () => {
  const destroyed: string[] = [];
  const stream = new PassThrough();
  const socket = { destroy: () => destroyed.push("socket") };
  const message = Object.assign(stream, { complete: false, socket }) as unknown as IncomingMessage;
  discardRest(message);
  stream.write(Buffer.alloc(1024 * 1024));
  await new Promise((done) => setImmediate(done));
  expect(destroyed).toEqual([]);
  stream.write("x");
  await new Promise((done) => setImmediate(done));
  expect(destroyed).toEqual(["socket"]);
  // An error of what is thrown away finds a listener.
  stream.emit("error", new Error("aborted"));
});

test("a request that has arrived or is gone is left alone", () => {
  for (const state of [{ complete: true }, { complete: false, destroyed: true }]) {
    const calls: string[] = [];
    discardRest({
      ...state,
      on: () => calls.push("on"),
      resume: () => calls.push("resume"),
    } as never);
    expect(calls).toEqual([]);
  }
});
