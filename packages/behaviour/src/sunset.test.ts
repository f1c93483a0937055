import { describe, expect, test } from "vitest";
import { documentOf, testReports } from "../../../test/support/behaviour/tester.ts";

describe("@sunset", () => {
  test("becomes x-sunset next to the text of #deprecated, on an operation and on a field", async () => {
    const document = await documentOf(`
      model Reader {
        name: string;
        #deprecated "Use name."
        @sunset("2027-06-30")
        title?: string;
      }
      #deprecated "Nobody reads."
      @sunset("2028-02-29")
      op read(): Reader;
    `);
    const field = "components.schemas.Reader.properties.title";
    expect(document).toHaveProperty(`${field}.deprecated`, true);
    expect(document).toHaveProperty(`${field}.x-sunset`, "2027-06-30");
    expect(document).toMatchObject({ paths: { "/": { get: { deprecated: true, "x-sunset": "2028-02-29" } } } });
  });
});

testReports([
  {
    code: "sunset-not-a-date",
    when: "there is no such day",
    source: `#deprecated "Nobody reads."
      @sunset(~~~"2027-02-30"~~~) op read(): void;`,
    message: "'2027-02-30' is no day: write it as 2027-06-30.",
    instead: `#deprecated "Nobody reads."
      @sunset("2027-02-28") op read(): void;`,
  },
]);
