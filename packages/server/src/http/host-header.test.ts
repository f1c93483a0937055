import { expect, test } from "vitest";
import { isGoodHost, isHost } from "./host-header.ts";

test("a host is a name or an address, with or without a port", () => {
  for (const host of ["", "a.example", "a.example:80", "a:", "127.0.0.1:1", "[::1]", "[::1]:80", "a_b~c!", "a%20b"]) {
    expect(isHost(host), host).toBe(true);
    expect(isHost(host), `${host} again`).toBe(true);
  }
  for (const host of ["a b", "a/b", "a@b", "a,b", "a:b", "[::1", "::1", "a:1:2", "[g]", "a?b", "ä"]) {
    expect(isHost(host), host).toBe(false);
    expect(isHost(host), `${host} again`).toBe(false);
  }
});

test("a request names its host once, in letters of any case, or not at all", () => {
  expect(isGoodHost(["Host", "a.example", "accept", "host"])).toBe(true);
  expect(isGoodHost(["hOST", "a b"])).toBe(false);
  expect(isGoodHost(["host", "a.example", "HOST", "a.example"])).toBe(false);
  expect(isGoodHost(["x", "y"])).toBe(true);
  expect(isGoodHost(["hosts", "a b", "ghost", "a b", "post", "a b"])).toBe(true);
  expect(isGoodHost([])).toBe(true);
  expect(isGoodHost(["Host", ""])).toBe(true);
});
