import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { contract } from "../../support/contract.ts";

/**
 * Sends bytes as they are and reads until the server hangs up.
 *
 * @param options `pause`: milliseconds between the parts; `wait`: milliseconds after which the client hangs up
 */
export function exchangeWith(
  port: number,
  data: readonly (string | Buffer)[],
  { pause = 0, wait = 30_000 } = {},
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let received = "";
    const finish = (): void => {
      socket.destroy();
      resolve(received);
    };
    const timer = setTimeout(finish, wait);
    socket.on("data", (chunk) => {
      received += chunk.toString();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(timer);
      resolve(received);
    });
    socket.on("connect", async () => {
      for (const part of data) {
        if (!socket.writable) return;
        socket.write(part);
        if (pause > 0) await sleep(pause);
      }
    });
  });
}

/**
 * Sends a request and the first parts of its body, waits for the response, and goes on sending until the server hangs up.
 * Sent without that wait, parts of the body could meet a closed connection, and the response would be lost with it.
 */
export function floodWith(
  port: number,
  head: string,
  chunk: Buffer,
  counts: { before: number; after: number },
): Promise<string> {
  return new Promise((resolve) => {
    let received = "";
    let isFlooding = false;
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(head);
      for (let count = 0; count < counts.before; count++) socket.write(chunk);
    });
    socket.on("data", (data) => {
      received += data.toString();
      if (isFlooding || !/\r\n\r\n.*\}$/s.test(received)) return;
      isFlooding = true;
      for (let count = 0; count < counts.after && socket.writable; count++) socket.write(chunk);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
}

/** Asserts that every response in what was received has the contract's shape, and returns their codes. */
export function codesIn(received: string): string[] {
  const codes: string[] = [];
  for (const part of received.split(/(?=HTTP\/1\.1 )/)) {
    const [head = "", ...rest] = part.split("\r\n\r\n");
    const body = rest.join("\r\n\r\n");
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i);
    const { success, error, timestamp } = JSON.parse(body) as {
      success: boolean;
      error?: { code: string; message: string };
      timestamp?: string;
    };
    const status = /^HTTP\/1\.1 (\d+)/.exec(head)?.[1];
    const known = contract.errors.find(({ code }) => code === error?.code);
    if (!success) expect(`${known?.status}`, error?.code).toBe(status);
    if (!success) expect([typeof error?.message, typeof timestamp]).toEqual(["string", "string"]);
    codes.push(`${status} ${error?.code ?? "OK"}`);
  }
  return codes;
}
