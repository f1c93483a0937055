import { expect, test } from "vitest";
import { Head, isHost } from "./request-head.ts";

test("a host is a name or an address, with or without a port", () => {
  for (const host of [
    "",
    "a.example",
    "a.example:80",
    "a:",
    "a:65535",
    "127.0.0.1:1",
    "[::1]",
    "[::1]:80",
    "a_b~c!",
    "a%20b",
  ]) {
    expect(isHost(host), host).toBe(true);
    expect(isHost(host), `${host} again`).toBe(true);
  }
  for (const host of [
    "a b",
    "a/b",
    "a@b",
    "a,b",
    "a:b",
    "[::1",
    "::1",
    "a:1:2",
    "a:65536",
    "[::1]:99999",
    "[g]",
    "a?b",
    "ä",
  ]) {
    expect(isHost(host), host).toBe(false);
    expect(isHost(host), `${host} again`).toBe(false);
  }
});

test.for([
  ["/x", ["Host", "a.example", "accept", "host"], true],
  ["/x", ["hOST", "a b"], false],
  ["/x", ["host", "a", "HOST", "a"], false],
  ["/x", ["x", "y"], false],
  ["/x", ["Host", ""], true],
  ["/x", ["host", "a", "hosts", "a b", "ghost", "a b", "post", "a b"], true],
  ["/x", ["host", "a", "Authorization", "a", "authorization", "b"], false],
  ["/x", ["host", "a", "Authorization", "a", "x-authorization", "b"], true],
  ["/x", ["host", "a", "Content-Type", "a", "CONTENT-TYPE", "a"], false],
  ["/x", ["host", "a", "Content-Type", "a, b"], false],
  ["/x", ["host", "a", "Authorization", "a, b"], false],
  ["/x", ["host", "a", "Content-Type", "a", "content-typf", "a"], true],
  ["HTTP://b/x", ["host", "a"], true],
  ["*", ["host", "a"], true],
  ["ftp://x/path", ["host", "a"], false],
  ["x", ["host", "a"], false],
] as const)("the head %s %j is sound: %s", ([url, rawHeaders, hasUnambiguousHead]) => {
  expect(new Head({ url, rawHeaders, httpVersion: "1.1" }).hasUnambiguousHead).toBe(
    hasUnambiguousHead,
  );
});

test.each([
  ["1.0", [], true],
  ["1.0", ["Transfer-Encoding", "chunked"], false],
  ["1.1", ["host", "a", "Transfer-Encoding", "Chunked"], true],
  ["1.1", ["host", "a", "transfer-encoding", "gzip, chunked"], false],
  ["1.1", ["host", "a", "transfer-encodinG", "chunked", "transfer-encoding", "gzip"], false],
  ["0.9", [], false],
  ["2.0", ["host", "a"], true],
])("HTTP/%s with %j is sound: %s", (httpVersion, rawHeaders, hasUnambiguousHead) => {
  expect(new Head({ url: "/x", rawHeaders, httpVersion }).hasUnambiguousHead).toBe(
    hasUnambiguousHead,
  );
});

test("what comes twice and is no text of its own stays two: an id of requests so is none", () => {
  const { requestId } = new Head({
    url: "/x",
    rawHeaders: ["X-Request-Id", "first-id", "x-request-id", "second-id"],
  });
  expect(requestId).toBe("first-id, second-id");
});
