import { expect, test } from "vitest";
import { outcome, token, useMock } from "./mock.ts";

const mock = useMock();
const call = (path: string, init?: RequestInit) => fetch(mock.url + path, init);

test("an unknown path is answered in the contract's shape", async () => {
  const response = await call("/api/v2/nothing");
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await outcome(response)).toBe("404 NOT_FOUND");
});

test.for([
  "/",
  "//",
  "/api/auth/",
  "/api/v1/transactions/",
  "/api/v1/transactions/%zz",
  "/API/AUTH",
])("%s is unknown", async (path) => {
  expect(await outcome(await call(path, { headers: token }))).toBe("404 NOT_FOUND");
});

test("another method is answered with the methods that there are", async () => {
  const response = await call("/api/v1/webhook", { method: "PUT" });
  expect(response.headers.get("allow")).toBe("GET, POST, HEAD, OPTIONS");
  expect(await outcome(response)).toBe("405 METHOD_NOT_ALLOWED");
});

test("OPTIONS lists the methods", async () => {
  const response = await call("/api/auth", { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("allow")).toBe("POST, OPTIONS");
});

test("HEAD is GET without the body", async () => {
  const get = await call("/api/v1/webhook", { headers: token });
  const head = await call("/api/v1/webhook", { method: "HEAD", headers: token });
  expect(head.status).toBe(200);
  expect(head.headers.get("content-length")).toBe(`${Buffer.byteLength(await get.text())}`);
  expect(await head.text()).toBe("");
});

test("who opens the address in a browser finds a page; a program gets the contract's 404", async () => {
  const page = await call("/", {
    headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" },
  });
  expect([page.status, page.headers.get("content-type")]).toEqual([
    200,
    "text/html; charset=utf-8",
  ]);
  const html = await page.text();
  expect(html).toContain('"status":422,"name":"amount-too-high"');
  expect(html).toContain('"path":"/api/v1/pix/in/qrcode"');
  expect(await outcome(await call("/", { headers: { accept: "application/json" } }))).toBe(
    "404 NOT_FOUND",
  );
  expect(await outcome(await call("/", { method: "POST", headers: { accept: "text/html" } }))).toBe(
    "404 NOT_FOUND",
  );
});
