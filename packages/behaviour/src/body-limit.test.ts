import { describe, expect, test } from "vitest";
import { documentOf, testReports } from "../../../test/support/behaviour/tester.ts";

describe("@bodyLimit", () => {
  test("becomes x-body-limit on the document", async () => {
    const document = await documentOf(`@service @bodyLimit(1024) namespace Library; op read(): void;`);
    expect(document).toHaveProperty("x-body-limit", 1024);
  });
});

testReports([
  {
    code: "body-limit-not-positive",
    when: "no body is small enough",
    source: `@service @bodyLimit(~~~0~~~) namespace Library; op read(): void;`,
    message: "A body limit of 0 bytes lets no body through: it has to be at least 1.",
    instead: `@service @bodyLimit(1) namespace Library; op read(): void;`,
  },
]);
