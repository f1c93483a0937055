import { describe, expect, test } from "vitest";
import { contract } from "../support/contract.ts";
import { unlimited } from "./sample/server.ts";
import { basic, bodyOf, type CallResponse, call } from "./support/call.ts";
import { onEachAdapter, shareSample } from "./support/each-adapter.ts";

onEachAdapter(() => {
  const sample = shareSample({ rateLimits: unlimited });

  /** Asserts the shape that every error has. */
  function expectError(
    { status, headers, body }: CallResponse,
    expectedStatus: number,
    code: string,
  ): void {
    expect([status, body?.error?.code]).toEqual([expectedStatus, code]);
    expect(Object.keys(body)).toEqual(["success", "error", "timestamp"]);
    expect(body.success).toBe(false);
    expect(new Date(body.timestamp).toISOString()).toBe(body.timestamp);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  }

  describe("bodies", () => {
    const text = JSON.stringify(bodyOf("createCharge"));
    test.for([
      ["cut off", text.slice(0, -1), 400, "MALFORMED_JSON"],
      ["no JSON", "amount=5", 400, "MALFORMED_JSON"],
      [
        "bad UTF-8",
        Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
        400,
        "MALFORMED_JSON",
      ],
      ["two values", `${text}{}`, 400, "MALFORMED_JSON"],
      ["a name twice", text.replace("{", '{"amountInCents":1,'), 400, "MALFORMED_JSON"],
      ["of a thousand levels", "[".repeat(1_000) + "]".repeat(1_000), 400, "VALIDATION_ERROR"],
      ["of a level more", "[".repeat(1_001) + "]".repeat(1_001), 400, "MALFORMED_JSON"],
      [
        "of one text with many brackets",
        JSON.stringify('\\"['.repeat(20_000)),
        400,
        "VALIDATION_ERROR",
      ],
      ["nested and never closed", "[".repeat(200_000), 400, "MALFORMED_JSON"],
      ["256 KiB and a byte", `"${"x".repeat(256 * 1024 - 1)}"`, 413, "PAYLOAD_TOO_LARGE"],
      ["256 KiB exactly", `"${"x".repeat(256 * 1024 - 2)}"`, 400, "VALIDATION_ERROR"],
    ] as const)("%s", async ([, rawBody, status, code]) => {
      const answer = await call(sample.server, "createCharge", sample.token, { rawBody });
      expectError(answer, status, code);
      expect(answer.headers["x-ratelimit-remaining"], "the request is counted").toBe("99");
      if (status === 413) expect(answer.body.error.details).toEqual({ limit: 262_144 });
    });

    test.for([
      ["application/json", undefined, 200],
      ["application/json; charset=utf-8", undefined, 200],
      ["application/json", "gzip", 415],
      ["nonsense", undefined, 415],
      [undefined, undefined, 415],
    ] as const)("content type %j in the encoding %j", async ([type, encoding, status]) => {
      const answer = await call(sample.server, "createCharge", sample.token, {
        headers: { "content-type": type, "content-encoding": encoding },
        rawBody: text,
      });
      expect([answer.status, answer.headers["x-ratelimit-remaining"]]).toEqual([status, "99"]);
      if (status === 415) expectError(answer, 415, "UNSUPPORTED_MEDIA_TYPE");
    });

    test.for(["application/json", "text/plain", "nonsense"])(
      "an operation without a body does not care for one of type %s",
      async (type) => {
        const extra = { headers: { "content-type": type }, rawBody: "{broken" };
        expect(
          (await call(sample.server, "issueToken", basic("key", "secret"), extra)).status,
        ).toBe(200);
        const unknown = await call(sample.server, "deleteWebhook", sample.token, {
          ...extra,
          path: "/api/v1/webhook/nobody",
        });
        expectError(unknown, 404, "WEBHOOK_NOT_FOUND");
      },
    );
  });

  describe("paths and methods", () => {
    test.for(["/", "/api/v1/webhook/a/b", "/api/v1/webhook/", "//api/auth"])(
      "unknown: %s",
      async (path) => {
        const answer = await call(sample.server, "listWebhooks", sample.token, { path });
        expectError(answer, 404, "NOT_FOUND");
      },
    );

    test("a parameter of any length leads to a lookup", async () => {
      const path = `/api/v1/transactions/${"x".repeat(8000)}`;
      expectError(
        await call(sample.server, "getTransaction", sample.token, { path }),
        404,
        "TRANSACTION_NOT_FOUND",
      );
    });

    const paths = [...new Set(contract.operations.map(({ path }) => path))];
    const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"];
    const wrong = paths.flatMap((path) => {
      const known = contract.operations
        .filter((operation) => operation.path === path)
        .map(({ method }) => method);
      const allow = known
        .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
        .join(", ");
      return methods
        .filter((method) => !known.includes(method))
        .map((method) => [method, path, allow] as const);
    });
    test.for(wrong)("%s %s is a 405 that allows %s", async ([method, path, allow]) => {
      const answer = await call(sample.server, "listWebhooks", sample.token, {
        method,
        path: path.replace(/\{\w+\}/, "x"),
      });
      expectError(answer, 405, "METHOD_NOT_ALLOWED");
      expect(answer.headers.allow).toBe(allow);
    });

    test("HEAD is answered wherever GET is", async () => {
      const answer = await call(sample.server, "listWebhooks", sample.token, { method: "HEAD" });
      expect([answer.status, answer.body]).toEqual([200, undefined]);
    });
  });
});
