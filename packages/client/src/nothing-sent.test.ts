import { expect, test } from "vitest";
import { nothingSent } from "./nothing-sent.ts";

const system = (code: string, syscall: string): Error =>
  Object.assign(new Error(`${syscall} ${code} 10.0.0.1:443`), { code, syscall });
const fetchFailed = (cause: unknown): Error => new TypeError("fetch failed", { cause });
const several = (...errors: Error[]): Error => Object.assign(new AggregateError(errors), { code: "ECONNREFUSED" });

test.each([
  ["a refused connection", system("ECONNREFUSED", "connect")],
  ["an unreachable host", system("EHOSTUNREACH", "connect")],
  ["an unknown name", system("ENOTFOUND", "getaddrinfo")],
  [
    "a refused connection, in words of its own",
    Object.assign(new Error("read the manual"), { code: "ECONNREFUSED", syscall: "connect" }),
  ],
  [
    "several addresses that are all refused",
    several(system("ECONNREFUSED", "connect"), system("ENETUNREACH", "connect")),
  ],
  [
    "undici's time for connecting",
    Object.assign(new Error("Connect Timeout Error"), { code: "UND_ERR_CONNECT_TIMEOUT" }),
  ],
  ["Bun's refused connection", Object.assign(new Error("Unable to connect."), { code: "ConnectionRefused" })],
  ["Deno's refused connection", new TypeError("error sending request: client error (Connect): tcp connect error")],
])("%s: nothing was sent", (_name, error) => {
  expect(nothingSent(fetchFailed(error))).toBe(true);
  expect(nothingSent(error)).toBe(true);
});

test.each([
  ["a host that became unreachable while reading", system("EHOSTUNREACH", "read")],
  ["a network that became unreachable while writing", system("ENETUNREACH", "write")],
  ["a system call of which nothing is known", system("EHOSTUNREACH", "WSARecv")],
  [
    "the same where only the message names the call",
    Object.assign(new Error("read EHOSTUNREACH"), { code: "EHOSTUNREACH" }),
  ],
  [
    "the same in node-fetch's words",
    Object.assign(new Error("request to https://pix.example/ failed, reason: read EHOSTUNREACH"), {
      code: "EHOSTUNREACH",
      erroredSysCall: "read",
    }),
  ],
  [
    "several addresses, of which one was reset",
    several(system("ECONNREFUSED", "connect"), system("ECONNRESET", "read")),
  ],
  ["a reset", system("ECONNRESET", "read")],
  ["a closed socket", Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" })],
  ["something that is no error", "ECONNREFUSED"],
])("%s: something may have been sent", (_name, error) => {
  expect(nothingSent(fetchFailed(error))).toBe(false);
  expect(nothingSent(error)).toBe(false);
});
