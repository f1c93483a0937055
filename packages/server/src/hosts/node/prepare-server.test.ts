import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { emptyContract, plainOperation } from "../../../../../test/server/support/core.ts";
import { handleClientErrors } from "./prepare-server.ts";

const contract = { ...emptyContract, operations: [plainOperation] };

/** A socket of a server, with what Node keeps on it, and what was written to it. */
function makeSocket(kept: { underWay?: object; incoming?: { complete: boolean } | null } = {}) {
  const socket = new PassThrough();
  const written: string[] = [];
  socket.on("data", (chunk: Buffer) => void written.push(chunk.toString()));
  const { underWay = null, incoming = null } = kept;
  Object.assign(socket, { _httpMessage: underWay, parser: { incoming } });
  return { socket, written, turn: () => new Promise((done) => setImmediate(done)) };
}

const error = (code?: string) =>
  Object.assign(new Error("broken"), code === undefined ? {} : { code });
const handle = handleClientErrors(contract, () => 0);

test("a connection that is gone has no answer", async () => {
  const reset = makeSocket();
  handle(error("ECONNRESET"), reset.socket);
  const ended = makeSocket();
  ended.socket.end();
  handle(error("HPE_INVALID_METHOD"), ended.socket);
  await reset.turn();
  expect([reset.written, reset.socket.destroyed, ended.written, ended.socket.destroyed]).toEqual([
    [],
    true,
    [],
    true,
  ]);
});

test("the response of a request before it comes first, and nothing falls into it", async () => {
  const underWay = Object.assign(new EventEmitter(), {
    writableFinished: false,
    headersSent: true,
  });
  const { socket, written, turn } = makeSocket({ underWay, incoming: { complete: true } });
  handle(error(), socket);
  await turn();
  expect([written, socket.destroyed]).toEqual([[], false]);
  Object.assign(socket, { _httpMessage: null });
  underWay.emit("close");
  await turn();
  expect(written.join("")).toMatch(/^HTTP\/1\.1 400 /);
});

test("a request whose response is given, or begun, gets no second one", async () => {
  const sent = { writableFinished: true, headersSent: true };
  for (const kept of [
    { underWay: sent, incoming: { complete: true } },
    { underWay: { ...sent, writableFinished: false }, incoming: { complete: false } },
    { incoming: { complete: false } },
  ]) {
    const { socket, written, turn } = makeSocket(kept);
    handle(error(), socket);
    await turn();
    expect([written, socket.destroyed]).toEqual([[], true]);
  }
  // A body that breaks off before anybody has answered.
  const broken = makeSocket({ underWay: { headersSent: false }, incoming: { complete: false } });
  handle(error(), broken.socket);
  await broken.turn();
  expect(broken.written.join("")).toMatch(/^HTTP\/1\.1 400 /);
});
