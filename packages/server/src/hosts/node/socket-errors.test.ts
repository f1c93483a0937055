import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { envelope, plainOperation } from "../../../../../test/server/support/core.ts";
import type { ContractRules } from "../../rules.ts";
import { continueWhenRead, handleClientErrors, refuseTunnels } from "./socket-errors.ts";

const contract: ContractRules = {
  ...{ title: "Things", version: "1", bodyLimit: null, anywhere: {}, errors: {}, sensitive: [] },
  errorBody: envelope,
  operations: [plainOperation],
};

/** A socket of a server, with what Node keeps on it, and what was written to it. */
function makeSocket(kept: { underWay?: object; incoming?: { complete: boolean } | null } = {}) {
  const socket = new PassThrough();
  const written: string[] = [];
  socket.on("data", (chunk: Buffer) => void written.push(chunk.toString()));
  const { underWay = null, incoming = null } = kept;
  Object.assign(socket, { _httpMessage: underWay, parser: { incoming } });
  return { socket, written, turn: () => new Promise((done) => setImmediate(done)) };
}

const error = (code?: string) => Object.assign(new Error("broken"), code === undefined ? {} : { code });
const handle = handleClientErrors(contract, () => 0);

test("what never becomes a request is answered by its cause, and the connection ends", async () => {
  for (const [code, status] of [
    ["ERR_HTTP_REQUEST_TIMEOUT", "408 REQUEST_TIMEOUT"],
    ["HPE_HEADER_OVERFLOW", "431 HEADERS_TOO_LARGE"],
    ["HPE_INVALID_METHOD", "400 MALFORMED_REQUEST"],
    [undefined, "400 MALFORMED_REQUEST"],
  ] as const) {
    const { socket, written, turn } = makeSocket();
    handle(error(code), socket);
    await turn();
    const [head = "", body = ""] = written.join("").split("\r\n\r\n");
    expect(head.split("\r\n")).toEqual([
      ...[`HTTP/1.1 ${status}`, "Connection: close", "Content-Type: application/json; charset=utf-8"],
      `Content-Length: ${body.length}`,
    ]);
    expect(JSON.parse(body)).toMatchObject({ success: false, error: { code: status.slice(4) } });
    expect(socket.destroyed).toBe(true);
  }
});

test("a connection that is gone has no answer", async () => {
  const reset = makeSocket();
  handle(error("ECONNRESET"), reset.socket);
  const ended = makeSocket();
  ended.socket.end();
  handle(error("HPE_INVALID_METHOD"), ended.socket);
  await reset.turn();
  expect([reset.written, reset.socket.destroyed, ended.written, ended.socket.destroyed]).toEqual([[], true, [], true]);
});

test("the response of a request before it comes first, and nothing falls into it", async () => {
  const underWay = Object.assign(new EventEmitter(), { writableFinished: false, headersSent: true });
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

test("a tunnel is refused with the methods that the path has", async () => {
  const server = new EventEmitter();
  refuseTunnels(server as Server, contract, () => 0);
  for (const [url, first, allow] of [
    ["/things", "HTTP/1.1 405 METHOD_NOT_ALLOWED", "Allow: POST"],
    ["example.com:443", "HTTP/1.1 404 NOT_FOUND", undefined],
    [undefined, "HTTP/1.1 404 NOT_FOUND", undefined],
  ] as const) {
    const { socket, written, turn } = makeSocket();
    server.emit("connect", { url }, socket);
    await turn();
    const lines = written.join("").split("\r\n");
    expect([lines[0], lines.find((line) => line.startsWith("Allow"))]).toEqual([first, allow]);
  }
  const broken = makeSocket().socket;
  server.emit("connect", {}, broken);
  broken.emit("error", new Error("reset"));
  expect(broken.destroyed).toBe(true);
});

test("a client that waits to be told sends its body where it is read, and its connection ends where it is not", () => {
  const server = new EventEmitter();
  continueWhenRead(server as Server);
  const seen: string[] = [];
  server.on("request", () => seen.push("request"));
  const ask = (state: object = {}) => {
    const request = new EventEmitter();
    const response = {
      shouldKeepAlive: true,
      headersSent: false,
      destroyed: false,
      writeContinue: () => seen.push("100"),
    };
    server.emit("checkContinue", request, response);
    Object.assign(response, state);
    return { request, response };
  };
  const { request, response } = ask();
  expect([seen, response.shouldKeepAlive]).toEqual([["request"], false]);
  request.emit("resume");
  request.emit("resume");
  expect([seen, response.shouldKeepAlive]).toEqual([["request", "100"], true]);
  for (const state of [{ headersSent: true }, { destroyed: true }]) {
    seen.length = 0;
    const refused = ask(state);
    refused.request.emit("resume");
    expect([seen, refused.response.shouldKeepAlive]).toEqual([["request"], false]);
  }
  server.emit("checkExpectation", new EventEmitter(), {});
  expect(seen).toEqual(["request", "request"]);
});
