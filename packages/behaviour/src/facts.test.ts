import { describe, expect, test } from "vitest";
import { documentOf, testReports } from "../../../test/support/behaviour/tester.ts";

const service = "@service namespace Library;";
const figure = (found: string, text: string): string =>
  `"${found}" in "${text}": take the figure from its field with a placeholder, or list the phrase in @facts.`;

describe("@facts", () => {
  test("leaves no trace in the document", async () => {
    expect(JSON.stringify(await documentOf(`@facts("ISO 8601") ${service} op read(): void;`))).not.toContain("8601");
  });
});

testReports([
  {
    code: "figure-in-prose",
    when: "a comment repeats a bound",
    source: `${service} /** At most 9 letters. */ @maxLength(9) scalar ~~~Name~~~ extends string; op read(): Name;`,
    message: figure("9", "At most 9 letters."),
    instead: `${service} /** At most {maxLength} letters, \`9\` today. */ @maxLength(9) scalar Name extends string; op read(): Name;`,
  },
  {
    code: "figure-in-prose",
    when: "a reason has a number in words",
    source: `${service} @basis("assumed", "It takes twelve hours.") op ~~~read~~~(): void;`,
    message: figure("twelve", "It takes twelve hours."),
    instead: `@facts("twelve hours") ${service} @basis("assumed", "It takes twelve hours.") op read(): void;`,
  },
]);
