import { describe, expect, test } from "vitest";
import { documentOf, tester, testReports } from "../../../test/support/behaviour/tester.ts";

describe("@formatBy", () => {
  test("becomes x-format-by on the field", async () => {
    const document = await documentOf(`
      model Payer { kind: string; @formatBy("kind", #{ person: "cpf", company: "cnpj" }) document: string }
      op read(): Payer;
    `);
    expect(document).toHaveProperty("components.schemas.Payer.properties.document.x-format-by", {
      property: "kind",
      formats: { person: "cpf", company: "cnpj" },
    });
  });

  test.each([
    [
      "is inherited",
      `model Payer extends Kind { @formatBy("kind", #{ a: "b" }) document: string }`,
    ],
    [
      "is a header",
      `@post op pay(@header kind: string, @formatBy("kind", #{ a: "b" }) document: string): void;`,
    ],
  ])("finds a sibling that %s", async (_, declaration) => {
    await tester.compile(`model Kind { kind: string } ${declaration}`);
  });
});

testReports([
  {
    code: "unknown-sibling",
    when: "the model does not have it",
    source: `model Payer { type: string; @formatBy(~~~"kind"~~~, #{ a: "b" }) document: string }`,
    message: "The model of 'document' has no field 'kind' that could select its format.",
    instead: `model Payer { kind: string; @formatBy("kind", #{ a: "b" }) document: string }`,
  },
  {
    code: "unknown-sibling",
    when: "the model is spread into another and into a request",
    source: `
      model Payer { @formatBy(~~~"kind"~~~, #{ a: "b" }) document: string }
      model Copy { ...Payer }
      @post op pay(...Payer): void;
    `,
    message: "The model of 'document' has no field 'kind' that could select its format.",
    instead: `model Payer { kind: string; @formatBy("kind", #{ a: "b" }) document: string } model Copy { ...Payer }`,
  },
]);
