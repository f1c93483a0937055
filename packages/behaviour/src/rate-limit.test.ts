import { t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { documentOf, extensionsOf, tester, testReports } from "../../../test/support/behaviour/tester.ts";

describe("@rateLimit", () => {
  test("becomes x-rate-limit on the operation", async () => {
    const document = await documentOf(
      `@rateLimit(#{ limit: 5, window: 60, scope: #["ip", "apiKey"] }) op issue(): void;`,
    );
    expect(document).toHaveProperty("paths./.get.x-rate-limit", { limit: 5, window: 60, scope: ["ip", "apiKey"] });
  });

  test("reaches an operation that is made from a template", async () => {
    const { program, issue } = await tester.compile(t.code`
      @rateLimit(#{ limit: 1, window: 1, scope: #["ip"] }) op made<Body>(): Body;
      op ${t.op("issue")} is made<string>;
    `);
    expect(extensionsOf(program, issue)).toEqual({ "x-rate-limit": { limit: 1, window: 1, scope: ["ip"] } });
  });

  test("counts by what the contract names", async () => {
    const document = await documentOf(`@rateLimit(#{ limit: 5, window: 60, scope: #["tenant"] }) op issue(): void;`);
    expect(document).toHaveProperty("paths./.get.x-rate-limit.scope", ["tenant"]);
  });
});

describe("@rateLimitPart", () => {
  test.each(["limit", "remaining", "reset", "window", "retryAfter"])(
    "becomes x-rate-limit-part on a field: %s",
    async (part) => {
      const document = await documentOf(`
      model State { @rateLimitPart("${part}") value: int32 }
      op read(): { @header @rateLimitPart("${part}") value: int32; @body state: State };
    `);
      expect(document).toHaveProperty("components.schemas.State.properties.value.x-rate-limit-part", part);
      expect(document).toHaveProperty("paths./.get.responses.200.headers.value.x-rate-limit-part", part);
    },
  );
});

testReports([
  {
    code: "rate-limit-not-positive",
    when: "no request is allowed",
    source: `@rateLimit(~~~#{ limit: 0, window: 60, scope: #["ip"] }~~~) op issue(): void;`,
    message: "A rate limit of 0 requests in 60 seconds lets nothing through: both have to be at least 1.",
    instead: `@rateLimit(#{ limit: 1, window: 60, scope: #["ip"] }) op issue(): void;`,
  },
  {
    code: "rate-limit-not-positive",
    when: "the window has no length",
    source: `@rateLimit(~~~#{ limit: 5, window: -1, scope: #["ip"] }~~~) op issue(): void;`,
    message: "A rate limit of 5 requests in -1 seconds lets nothing through: both have to be at least 1.",
    instead: `@rateLimit(#{ limit: 5, window: 1, scope: #["ip"] }) op issue(): void;`,
  },
  {
    code: "rate-limit-without-scope",
    when: "nothing is said about what is counted",
    source: "@rateLimit(~~~#{ limit: 5, window: 60, scope: #[] }~~~) op issue(): void;",
    message: "A rate limit needs a scope: what its requests are counted by.",
    instead: `@rateLimit(#{ limit: 5, window: 60, scope: #["apiKey"] }) op issue(): void;`,
  },
]);
