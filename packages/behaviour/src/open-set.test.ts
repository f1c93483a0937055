import { describe, expect, test } from "vitest";
import { documentOf } from "../../../test/support/behaviour/tester.ts";

describe("@openSet", () => {
  test.each([
    ["an enum", "@openSet enum Letter { a, b }"],
    ["a union", `@openSet union Letter { "a", string }`],
  ])("becomes x-open-set on the schema of %s", async (_, declaration) => {
    const document = await documentOf(`${declaration} op read(): Letter;`);
    expect(document).toHaveProperty("components.schemas.Letter.x-open-set", true);
  });

  test("leaves other sets closed", async () => {
    const document = await documentOf("enum Letter { a, b } op read(): Letter;");
    expect(document).toHaveProperty("components.schemas.Letter");
    expect(document).not.toHaveProperty("components.schemas.Letter.x-open-set");
  });
});
