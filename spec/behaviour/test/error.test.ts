import { describe, expect, test } from "vitest";
import { answer, errorModel } from "./samples.ts";
import { documentOf, tester, testReports } from "./tester.ts";

const lost = errorModel("Lost", "LOST", 404);
const options = `#{ condition: "it happens", retryable: false }`;
const example = `@example(#{ code: "LOST" })`;

describe("@errorCode", () => {
  test("becomes x-error on the schema", async () => {
    const document = await documentOf(`
      @errorCode("LOST", 404, #{
        condition: "nobody has it", retryable: true, causes: #["unknown-path", "internal"], anywhere: false,
      })
      ${example}
      model Lost { code: "LOST" }
      op read(): ${answer(404, "Lost")};
    `);
    expect(document).toHaveProperty("components.schemas.Lost.x-error", {
      code: "LOST",
      status: 404,
      condition: "nobody has it",
      retryable: true,
      causes: ["unknown-path", "internal"],
      anywhere: false,
    });
  });

  test.each([
    ["a union", `union Failure { Lost, null } op read(): ${answer(404, "Failure")};`],
    ["fields that are spread", "op read(): { @statusCode statusCode: 404; @header retry: string; ...Lost };"],
    ["an intersection", "op read(): { @statusCode statusCode: 404 } & Lost;"],
    ["an operation that is made from a template", `op made<Body>(): Body; op read is made<${answer(404, "Lost")}>;`],
    ["an error that is made from a template", `model Plain<Code> is Lost; op read(): ${answer(404, "Lost")};`],
  ])("is found in %s", async (_, operation) => {
    await tester.compile(`${lost} ${operation}`);
  });

  test("counts a template of errors as one declaration", async () => {
    await tester.compile(`
      @errorCode("LOST", 404, ${options}) @example(#{}) model Lost<Detail> { detail?: Detail }
      @route("/a") op a(): ${answer(404, "Lost<string>")};
      @route("/b") op b(): ${answer(404, "Lost<int32>")};
    `);
  });

  test("asks for an example of the named error, not of the template that it is made from", async () => {
    await tester.compile(`
      @errorCode("LOST", 404, ${options}) model Lost<Code> { code: Code }
      ${example} model LostCharge is Lost<"LOST">;
      op read(): ${answer(404, "LostCharge")};
    `);
  });
});

const mismatch = (status: string) => `'read' answers ${status} with LOST, whose status is 404.`;
const use = `op read(): ${answer(404, "Lost")};`;

testReports([
  {
    code: "error-without-example",
    when: "the model has none",
    source: `~~~@errorCode("LOST", 404, ${options})~~~ model Lost { code: "LOST" } ${use}`,
    message: "The error LOST has no @example.",
    instead: `@errorCode("LOST", 404, ${options}) ${example} model Lost { code: "LOST" } ${use}`,
  },
  {
    code: "unused-error",
    when: "no operation answers with it",
    source: `~~~@errorCode("LOST", 404, ${options})~~~ ${example} model Lost { code: "LOST" }`,
    message:
      "No operation answers with the error LOST: list it in an operation, or say that it may come from anywhere.",
    instead: `
      @errorCode("LOST", 404, #{ condition: "it happens", retryable: false, anywhere: true })
      ${example} model Lost { code: "LOST" }
    `,
  },
  {
    code: "duplicate-error-code",
    when: "two models have it",
    source: `${lost} ~~~@errorCode("LOST", 404, ${options})~~~ ${example} model Gone { code: "LOST" } ${use}`,
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
    { actual: "400 to 499", wrong: "{ @minValue(400) @maxValue(499) @statusCode status: int32; @body body: Lost }" },
    { actual: "any other status", wrong: "Failure" },
  ].map(({ actual, wrong }) => ({
    code: "error-status-mismatch" as const,
    when: `an operation answers ${actual} with it`,
    source: `${lost} @error model Failure { @body body: Lost } @doc("Reads.") op ~~~read~~~(): ${wrong};`,
    message: mismatch(actual),
    instead: `${lost} @error model Failure { @body body: Lost } @doc("Reads.") ${use}`,
  })),
]);
