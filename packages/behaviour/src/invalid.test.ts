import { t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { answer, errorModel } from "../../../test/support/behaviour/samples.ts";
import {
  documentOf,
  extensionsOf,
  tester,
  testReports,
} from "../../../test/support/behaviour/tester.ts";

const low = errorModel("Low", "LOW", 422);
const high = errorModel("High", "HIGH", 422);

describe("@invalid", () => {
  test("becomes x-invalid on the field, from rule to code", async () => {
    const document = await documentOf(`
      ${low} ${high}
      model Charge { @invalid("LOW", "minimum", "exclusiveMinimum") @invalid("HIGH", "maximum") amount: int32 }
      @post op charge(@body body: Charge): ${answer(422, "Low | High")};
    `);
    const rules = { minimum: "LOW", exclusiveMinimum: "LOW", maximum: "HIGH" };
    expect(document).toHaveProperty("components.schemas.Charge.properties.amount.x-invalid", rules);
  });

  test.each([
    `@invalid("LOW", "minimum") @invalid("HIGH", "maximum")`,
    `@invalid("HIGH", "maximum") @invalid("LOW", "minimum")`,
  ])("lists the rules by name, whichever decorator comes first: %s", async (decorators) => {
    const { program, amount } = await tester.compile(t.code`
      ${low} ${high}
      model Charge { ${decorators} ${t.modelProperty("amount")}: int32 }
      @post op charge(@body body: Charge): ${answer(422, "Low | High")};
    `);
    const rules = Object.entries(Object(extensionsOf(program, amount)["x-invalid"]));
    expect(rules.map(([rule]) => rule)).toEqual(["maximum", "minimum"]);
  });

  test("stands for every rule where it names none", async () => {
    const document = await documentOf(
      `${low} @post op charge(@invalid("LOW") amount: int32): ${answer(422, "Low")};`,
    );
    const path = [
      "paths",
      "/",
      "post",
      "requestBody",
      "content",
      "application/json",
      "schema",
      "properties",
      "amount",
    ];
    expect(document).toHaveProperty([...path, "x-invalid"], { "*": "LOW" });
  });

  test("binds no operation that does not take the field", async () => {
    await tester.compile(`
      ${low}
      model Charge { @invalid("LOW") amount: int32 }
      @post op charge(@body body: Charge): ${answer(422, "Low")};
      @get op read(): Charge;
    `);
  });
});

// The error is used here, so that only the operation that takes the field is to blame.
const elsewhere = `${low} @route("/elsewhere") op elsewhere(): ${answer(422, "Low")};`;

const places = [
  {
    place: "the body",
    source: (field: string, answer: string) => `@post op charge(${field}): ${answer};`,
  },
  {
    place: "the query",
    source: (field: string, answer: string) => `op charge(@query ${field}): ${answer};`,
  },
  {
    place: "a model that is spread into the request",
    source: (field: string, answer: string) => `
      model Charge { ${field} }
      @post op charge(@query page: int32, ...Charge): ${answer};
    `,
  },
  {
    place: "the depth of the body",
    source: (field: string, answer: string) => `
      model Item { ${field} }
      model Charge { previous?: Charge; items: (Item | string)[] }
      model Special extends Charge {}
      @post op charge(@body body: Special): ${answer};
    `,
  },
];

testReports([
  ...places.map(({ place, source }) => ({
    code: "error-not-listed" as const,
    when: `the field is in ${place}`,
    source: `${elsewhere} ${source(`~~~@invalid("LOW")~~~ amount: int32`, "void")}`,
    message: "'charge' does not list the error LOW that the field 'amount' refers to.",
    instead: `${elsewhere} ${source(`@invalid("LOW") amount: int32`, answer(422, "Low"))}`,
  })),
]);
