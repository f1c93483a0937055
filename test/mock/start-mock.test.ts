import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { describe, expect, test } from "vitest";
import { startMock, useMock } from "./mock.ts";

/** A contract of one operation, with nothing of what the mock would like to have. */
const document: Document = {
  openapi: "3.1.0",
  info: { title: "Tiny", version: "1" },
  paths: {
    "/things/{id}": {
      put: {
        operationId: "replaceThing",
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "string" } },
          { name: "count", in: "query", required: true, schema: { type: "integer" } },
        ],
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  size: {
                    anyOf: [
                      { type: "integer", minimum: 1 },
                      { type: "string", enum: ["all"] },
                    ],
                  },
                },
              },
            },
          },
        },
        responses: {
          "200": {
            description: "Replaced.",
            headers: { "X-Odd": { schema: { type: "string", enum: ["\u0100"] }, required: true } },
            content: {
              "application/json": {
                schema: { type: "object", properties: { id: { type: "string" } } },
              },
            },
          },
          "204": { description: "Nothing to say." },
        },
      },
    },
  },
};

describe("another contract", () => {
  const lines: string[] = [];
  const mock = useMock({
    document,
    contract: readContract(document),
    log: (line) => lines.push(line),
  });
  const put = (path: string, size: unknown, headers: Record<string, string> = {}) =>
    fetch(mock.url + path, {
      method: "PUT",
      body: JSON.stringify({ size }),
      headers: { "content-type": "application/json", ...headers },
    });

  test("without errors says what is wrong", async () => {
    expect((await fetch(`${mock.url}/nothing`)).status).toBe(404);
    expect((await fetch(`${mock.url}/things/1`)).status).toBe(405);
    const response = await put("/things/1?count=x", 1);
    expect(response.status).toBe(400);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect((await put("/things/1?count=1", 0)).status).toBe(400);
  });

  test("has answers without a body", async () => {
    const response = await put("/things/1", 1, { prefer: "code=204" });
    expect(response.status).toBe(204);
    expect(response.headers.get("content-type")).toBeNull();
  });

  test("whose header cannot be sent is answered with a 500, and the log says why", async () => {
    const response = await put("/things/1?count=1", "all");
    expect(response.status).toBe(500);
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    expect(lines.at(-1)).toMatch(/^PUT \/things\/1 → 500 .*Invalid character in header content/);
  });
});

test("a document without its contract is refused", async () => {
  await expect(startMock({ document })).rejects.toThrow("belong together");
});

test("close may be called again, and the port is free after it", async () => {
  const first = await startMock();
  const port = Number(new URL(first.url).port);
  await expect(startMock({ port })).rejects.toMatchObject({
    code: "EADDRINUSE",
    message: `Port ${port} is in use: stop what listens there or choose another with --port.`,
  });
  await first.close();
  await first.close();
  const second = await startMock({ port });
  await second.close();
});

test("an IPv6 address is written as URLs want it", async ({ skip }) => {
  const mock = await startMock({ host: "::1" }).catch((error: NodeJS.ErrnoException) =>
    skip(
      error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT",
      "This machine has no IPv6.",
    ),
  );
  if (!mock) throw new Error("The mock has not started.");
  expect(mock.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
  expect((await fetch(mock.url)).status).toBe(404);
  await mock.close();
});
