import { describe, expect, test } from "vitest";
import { answer, errorModel } from "../../../test/support/behaviour/samples.ts";
import { documentOf, tester, testReports } from "../../../test/support/behaviour/tester.ts";

const lost = errorModel("Lost", "LOST", 404);
const decorator = `@errorCode(404, #{ message: "Sorry." })`;

describe("@errorCode", () => {
  test("becomes x-error on the schema, with the code of the body and the condition of the doc comment", async () => {
    const document = await documentOf(`
      /** It is gone. */
      @errorCode(404, #{
        message: "Gone.", details: #{ where: #["shelf", 7] }, retryable: true,
        causes: #["unknown-path", "internal"], anywhere: true,
      })
      model Lost { error: { code: "LOST" } }
      op read(): ${answer(404, "Lost")};
    `);
    expect(document).toHaveProperty("components.schemas.Lost.x-error", {
      code: "LOST",
      status: 404,
      condition: "It is gone.",
      message: "Gone.",
      details: { where: ["shelf", 7] },
      retryable: true,
      causes: ["unknown-path", "internal"],
      anywhere: true,
    });
  });

  test("is not retryable where nothing is said", async () => {
    const document = await documentOf(`${lost} op read(): ${answer(404, "Lost")};`);
    expect(document).toHaveProperty("components.schemas.Lost.x-error", {
      code: "LOST",
      status: 404,
      condition: "It happens.",
      message: "Sorry.",
      retryable: false,
    });
  });

  test("says the first sentence of its condition where it has no message", async () => {
    const errorOf = `/** The \`id\` is gone. For ever. */ @errorCode(404) model Lost { error: { code: "LOST" } }`;
    const document = await documentOf(`${errorOf} op read(): ${answer(404, "Lost")};`);
    expect(document).toHaveProperty("components.schemas.Lost.x-error.message", "The id is gone.");
  });

  test.each([
    ["a union", `union Failure { Lost, null } op read(): ${answer(404, "Failure")};`],
    [
      "fields that are spread",
      "op read(): { @statusCode statusCode: 404; @header retry: string; ...Lost };",
    ],
    ["an intersection", "op read(): { @statusCode statusCode: 404 } & Lost;"],
    [
      "an operation that is made from a template",
      `op made<Body>(): Body; op read is made<${answer(404, "Lost")}>;`,
    ],
    [
      "an error that is made from a template",
      `model Plain<Code> is Lost; op read(): ${answer(404, "Lost")};`,
    ],
  ])("is found in %s", async (_, operation) => {
    await tester.compile(`${lost} ${operation}`);
  });

  test("counts a template of errors as one declaration", async () => {
    await tester.compile(`
      /** It happens. */
      ${decorator} model Lost<Detail> { error: { code: "LOST", detail?: Detail } }
      @route("/a") op a(): ${answer(404, "Lost<string>")};
      @route("/b") op b(): ${answer(404, "Lost<int32>")};
    `);
  });

  test("asks the named error for its code and condition, not the template that it is made from", async () => {
    await tester.compile(`
      ${decorator} model Lost<Code> { error: { code: Code } }
      /** It happens. */
      model LostCharge is Lost<"LOST">;
      op read(): ${answer(404, "LostCharge")};
    `);
  });
});

const mismatch = (status: string) => `'read' answers ${status} with LOST, whose status is 404.`;
const use = `op read(): ${answer(404, "Lost")};`;

testReports([
  ...[
    { when: "its body says none", body: "{ error: string }" },
    { when: "its body allows two", body: '{ error: { code: "A" | "B" } }' },
  ].map(({ when, body }) => ({
    code: "error-without-code" as const,
    when,
    source: `/** It happens. */ ~~~${decorator}~~~ model Lost ${body} ${use}`,
    message: "The error model Lost needs a field `error.code` whose type is a string literal.",
    instead: `${lost} ${use}`,
  })),
  {
    code: "error-without-condition",
    when: "the model has no doc comment",
    source: `~~~${decorator}~~~ model Lost { error: { code: "LOST" } } ${use}`,
    message: "The error LOST needs a doc comment with its condition.",
    instead: `${lost} ${use}`,
  },
  {
    code: "unused-error",
    when: "no operation answers with it",
    source: `/** It happens. */ ~~~${decorator}~~~ model Lost { error: { code: "LOST" } }`,
    message:
      "No operation answers with the error LOST: list it in an operation, or mark it as an error of any operation.",
    instead: `
      /** It happens. */
      @errorCode(404, #{ message: "Sorry.", anywhere: true })
      model Lost { error: { code: "LOST" } }
    `,
  },
  {
    code: "unused-error",
    when: "another that no operation answers with may come from anywhere",
    source: `
      /** It happens. */ @errorCode(404, #{ message: "Sorry.", anywhere: true })
      model Any { error: { code: "ANY" } }
      /** It happens. */ ~~~${decorator}~~~ model Lost { error: { code: "LOST" } }
    `,
    message:
      "No operation answers with the error LOST: list it in an operation, or mark it as an error of any operation.",
    instead: `${lost} ${use}`,
  },
  {
    code: "duplicate-error-code",
    when: "two models have it",
    source: `${lost} /** It happens. */ ~~~${decorator}~~~ model Gone { error: { code: "LOST" } } ${use}`,
    message: "The error code LOST is declared more than once.",
    instead: `${lost} ${use}`,
  },
  {
    code: "duplicate-error-code",
    when: "a model is made from an error",
    source: `${lost} model ~~~Gone~~~ is Lost; ${use}`,
    message: "The error code LOST is declared more than once.",
    instead: `${lost} model Gone { ...Lost } ${use}`,
  },
  ...[
    { actual: "400", wrong: answer(400, "Lost") },
    {
      actual: "400 to 499",
      wrong: "{ @minValue(400) @maxValue(499) @statusCode status: int32; @body body: Lost }",
    },
    { actual: "any other status", wrong: "Failure" },
  ].map(({ actual, wrong }) => ({
    code: "error-status-mismatch" as const,
    when: `an operation answers ${actual} with it`,
    source: `${lost} @error model Failure { @body body: Lost } @doc("Reads.") op ~~~read~~~(): ${wrong};`,
    message: mismatch(actual),
    instead: `${lost} @error model Failure { @body body: Lost } @doc("Reads.") ${use}`,
  })),
]);
