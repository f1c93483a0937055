import { describe, expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { sendRaw, token, useMock } from "./mock.ts";

const mock = useMock();
const origin = "https://shop.example.com";

/** `fetch` in Node sends `Origin` as given: what a page of that origin would send. */
const call = (path: string, init: RequestInit = {}) =>
  fetch(mock.url + path, {
    ...init,
    headers: { origin, ...(init.headers as Record<string, string>) },
  });

test.for<[string, string, Record<string, string>]>([
  ["a success", "/api/v1/webhook", token],
  ["a refusal", "/api/v1/webhook", {}],
  ["an unknown path", "/nothing", {}],
  ["a preference that cannot be met", "/api/v1/webhook", { prefer: "code=418" }],
  ["an answer to the page of a file, whose origin is null,", "/nothing", { origin: "null" }],
])("a page of any origin reads %s, with credentials too", async ([, path, headers]) => {
  const response = await call(path, { headers });
  expect(response.headers.get("access-control-allow-origin")).toBe(headers.origin ?? origin);
  expect(response.headers.get("access-control-allow-credentials")).toBe("true");
  expect(response.headers.get("vary")).toBe("Origin");
});

test("every response header of the contract is exposed by name", async () => {
  const response = await call("/api/v1/webhook", { headers: token });
  const exposed =
    response.headers.get("access-control-expose-headers")?.toLowerCase().split(", ") ?? [];
  const names = contract.operations.flatMap(({ responses }) =>
    responses.flatMap(({ headers }) => headers),
  );
  for (const { name } of names) expect(exposed).toContain(name.toLowerCase());
  expect(exposed).toEqual(
    expect.arrayContaining(["retry-after", "x-ratelimit-reset", "www-authenticate", "allow"]),
  );
  expect(exposed.filter((name, at) => name === "*" || exposed.indexOf(name) !== at)).toEqual([]);
});

test("a response to a request without Origin has no CORS headers", async () => {
  const response = await fetch(`${mock.url}/nothing`);
  expect(response.headers.get("access-control-allow-origin")).toBeNull();
  expect(response.headers.get("vary")).toBe("Origin");
});

describe("a preflight", () => {
  const preflight = (path: string, headers: Record<string, string> = {}) =>
    call(path, {
      method: "OPTIONS",
      headers: { "access-control-request-method": "POST", ...headers },
    });

  test.for(["/api/auth", "/nothing"])(
    "allows everything at %s, so that a page sees the answer",
    async (path) => {
      const requested = "authorization,content-type,prefer,x-idempotency-key,x-anything";
      const response = await preflight(path, { "access-control-request-headers": requested });
      expect(response.status).toBe(204);
      expect(response.headers.get("access-control-allow-origin")).toBe(origin);
      expect(response.headers.get("access-control-allow-credentials")).toBe("true");
      expect(response.headers.get("access-control-allow-headers")).toBe(requested);
      expect(response.headers.get("access-control-allow-methods")?.split(", ")).toEqual(
        expect.arrayContaining(["GET", "POST", "DELETE", "PATCH"]),
      );
      expect(Number(response.headers.get("access-control-max-age"))).toBeGreaterThan(0);
      expect(response.headers.get("content-length")).toBeNull();
    },
  );

  test("lets a public page reach this machine", async () => {
    const response = await preflight("/api/auth", {
      "access-control-request-private-network": "true",
    });
    expect(response.headers.get("access-control-allow-private-network")).toBe("true");
  });

  test("is bare where nothing else is asked", async () => {
    const bytes =
      "OPTIONS /api/auth HTTP/1.1\r\nHost: x\r\nOrigin: a\r\nAccess-Control-Request-Method: POST\r\nConnection: close\r\n\r\n";
    const answer = await sendRaw(mock.url, bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 204 /);
    expect(answer).not.toMatch(/allow-headers|private-network/i);
  });
});
