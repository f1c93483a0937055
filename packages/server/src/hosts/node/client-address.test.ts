import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { makeAddressOf, type TrustProxy } from "./client-address.ts";

const addressOf = (
  trusted: TrustProxy,
  forwarded: string | undefined,
  remoteAddress = "10.0.0.1",
): string =>
  makeAddressOf(trusted)({
    headers: { "x-forwarded-for": forwarded },
    socket: { remoteAddress },
  } as never as IncomingMessage);

test.for<[TrustProxy, string | undefined, string]>([
  [false, "203.0.113.1", "10.0.0.1"],
  [true, undefined, "10.0.0.1"],
  [true, "203.0.113.1, 10.0.0.2", "203.0.113.1"],
  [true, " , ", "10.0.0.1"],
  [1, "203.0.113.1, 203.0.113.9", "203.0.113.9"],
  [2, "203.0.113.1, 203.0.113.9", "203.0.113.1"],
  [9, "203.0.113.1", "203.0.113.1"],
  ["10.0.0.0/8", "203.0.113.1, 203.0.113.9, 10.200.0.2", "203.0.113.9"],
  ["10.0.0.0/8", "203.0.113.1, not an address", "not an address"],
  ["10.0.0.1", "203.0.113.1, 10.0.0.2", "10.0.0.2"],
  [["10.0.0.1", "2001:db8::/32"], "203.0.113.1, 2001:db8::7", "203.0.113.1"],
  ["192.168.0.0/16, 10.0.0.1/32", "203.0.113.1", "203.0.113.1"],
  ["172.16.0.0/12", "203.0.113.1", "10.0.0.1"],
])("of what is trusted by %j, %j came from %s", ([trusted, forwarded, address]) => {
  expect(addressOf(trusted, forwarded)).toBe(address);
});

test.for([
  ["203.0.113.1:49152", "203.0.113.1"],
  ["[2001:db8::7]:443", "2001:db8::7"],
  ["[2001:db8::7]", "2001:db8::7"],
  ["2001:db8::7", "2001:db8::7"],
])("%s is the client %s, whatever its port", ([forwarded, address]) => {
  expect(addressOf(true, forwarded)).toBe(address);
});

test("a port does not hide that a proxy is trusted, nor does an IPv4 address that is written as IPv6", () => {
  expect(addressOf("10.0.0.0/8", "203.0.113.1, 10.0.0.2:8080", "::ffff:10.0.0.1")).toBe(
    "203.0.113.1",
  );
});

// An entry trusts what it contains: its first and last address, and neither the one before nor the one after.
test.for<[trusted: string, inside: string[], outside: string[]]>([
  ["10.0.0.5", ["10.0.0.5"], ["10.0.0.4", "10.0.0.6"]],
  ["10.0.0.5/32", ["10.0.0.5"], ["10.0.0.4", "10.0.0.6"]],
  ["10.0.0.0/31", ["10.0.0.0", "10.0.0.1"], ["10.0.0.2", "9.255.255.255"]],
  ["10.0.0.0/24", ["10.0.0.0", "10.0.0.255"], ["10.0.1.0", "9.255.255.255"]],
  ["0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["2001:db8::1"]],
  ["2001:db8::7", ["2001:db8::7"], ["2001:db8::6", "2001:db8::8"]],
  ["2001:db8::7/128", ["2001:db8::7"], ["2001:db8::6", "2001:db8::8"]],
  [
    "2001:db8::/64",
    ["2001:db8::", "2001:db8::ffff:ffff:ffff:ffff"],
    ["2001:db8:0:1::", "2001:db7::"],
  ],
])("%s trusts %j and not %j", ([trusted, inside, outside]) => {
  const isTrusted = (proxy: string) => addressOf(trusted, "203.0.113.1", proxy) === "203.0.113.1";
  expect(inside.filter((proxy) => !isTrusted(proxy))).toEqual([]);
  expect(outside.filter(isTrusted)).toEqual([]);
});

test.for(["localhost", "10.0.0.0/33", "10.0.0.0/-1", "2001:db8::/129", "10.0.0.0/1.5", ""])(
  "%j is refused",
  (trusted) => {
    expect(() => makeAddressOf(trusted)).toThrow(
      /^trustProxy: ".*" is neither an address nor a subnet\.$/,
    );
  },
);
