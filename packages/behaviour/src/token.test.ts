import { describe, expect, test } from "vitest";
import { documentOf, tester, testReports } from "../../../test/support/behaviour/tester.ts";

const options = `
  scheme: "AccessToken", token: "token", expiresIn: "expiresIn", unit: "seconds",
  lifetime: 1800, renewEarly: 60, claims: #{ iss: "who issued it" },
`;

describe("@token", () => {
  test("becomes x-token on the operation", async () => {
    const document = await documentOf(`
      @token(#{ ${options} }) op issue(): { token: string; expiresIn: int32 };
    `);
    expect(document).toHaveProperty("paths./.get.x-token", {
      scheme: "AccessToken",
      token: "token",
      expiresIn: "expiresIn",
      unit: "seconds",
      lifetime: 1800,
      renewEarly: 60,
      claims: { iss: "who issued it" },
    });
  });

  test.each([
    ["answers 201", "{ @statusCode status: 201; @body body: { token: string; expiresIn: int32 } }"],
    ["inherits a field", "Token"],
    ["may fail", "Token | { @statusCode status: 401; @body body: string }"],
  ])("finds the fields of an operation that %s", async (_, answer) => {
    await tester.compile(`
      model Issued { token: string }
      model Token extends Issued { expiresIn: int32 }
      @token(#{ ${options} }) op issue(): ${answer};
    `);
  });
});

testReports([
  {
    code: "token-field-missing",
    when: "the answer holds no token",
    source: `~~~@token(#{ ${options} })~~~ op issue(): { jwt: string; expiresIn: int32 };`,
    message: "The successful answer of 'issue' has no field 'token'.",
    instead: `@token(#{ ${options} }) op issue(): { token: string; expiresIn: int32 };`,
  },
  {
    code: "token-field-missing",
    when: "the lifetime is in an error's answer alone",
    source: `
      ~~~@token(#{ ${options} })~~~
      op issue(): { token: string } | { @statusCode status: 400; @body body: { expiresIn: int32 } };
    `,
    message: "The successful answer of 'issue' has no field 'expiresIn'.",
    instead: `
      @token(#{ ${options} })
      op issue(): { token: string, expiresIn: int32 } | { @statusCode status: 400; @body body: string };
    `,
  },
]);
