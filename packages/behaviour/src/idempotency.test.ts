import { t } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { answer, errorModel } from "../../../test/support/behaviour/samples.ts";
import {
  documentOf,
  extensionsOf,
  tester,
  testReports,
} from "../../../test/support/behaviour/tester.ts";

const errors = [
  errorModel("Missing", "MISSING", 400),
  errorModel("Conflict", "CONFLICT", 409),
  errorModel("Broke", "BROKE", 402),
].join("");
const options = `
  retention: 60, scope: "caller", replayedHeader: "Replayed",
  missing: "MISSING", conflict: "CONFLICT", keeps: #["BROKE"]
`;
const answers = [
  "void",
  answer(400, "Missing"),
  answer(409, "Conflict"),
  answer(402, "Broke"),
].join(" | ");

/** An operation that is safe to repeat, with parts that vary. */
function transfer(decorator: string, parameters = `@header("x-key") key: string`): string {
  return `${errors} ${decorator} @post op transfer(${parameters}): ${answers};`;
}

describe("@idempotent", () => {
  test("becomes x-idempotency on the operation", async () => {
    const basis = `basis: #{ kind: "assumed", reason: "The document is silent." }`;
    const document = await documentOf(transfer(`@idempotent("x-key", #{ ${options}, ${basis} })`));
    expect(document).toHaveProperty(["paths", "/", "post", "x-idempotency"], {
      header: "x-key",
      retention: 60,
      scope: "caller",
      replayedHeader: "Replayed",
      missing: "MISSING",
      conflict: "CONFLICT",
      keeps: ["BROKE"],
      "x-basis": { kind: "assumed", reason: "The document is silent." },
    });
  });

  test("names a scope of its own", async () => {
    const own = transfer(`@idempotent("x-key", #{ ${options.replace('"caller"', '"tenant"')} })`);
    expect(await documentOf(own)).toHaveProperty(
      ["paths", "/", "post", "x-idempotency", "scope"],
      "tenant",
    );
  });

  test("finds the header however it is capitalised", async () => {
    await tester.compile(transfer(`@idempotent("X-Key", #{ ${options} })`));
  });

  test("judges what is made of a template, not the template", async () => {
    const { program, transfer } = await tester.compile(t.code`
      ${errors}
      @idempotent("x-key", #{ ${options} }) op repeatable<Result>(@header("x-key") key: string): Result;
      @post op ${t.op("transfer")} is repeatable<${answers}>;
    `);
    expect(extensionsOf(program, transfer)).toHaveProperty("x-idempotency.header", "x-key");
  });
});

testReports([
  {
    code: "idempotency-header-missing",
    when: "the key is a query parameter",
    source: transfer(`~~~@idempotent("x-key", #{ ${options} })~~~`, `@query("x-key") key: string`),
    message: "'transfer' does not declare the request header 'x-key' of its idempotency key.",
    instead: transfer(`@idempotent("x-key", #{ ${options} })`, `@header("x-key") key: string`),
  },
  ...["MISSING", "CONFLICT", "BROKE"].map((code) => ({
    code: "error-not-listed" as const,
    when: `the options name ${code} otherwise`,
    source: transfer(`~~~@idempotent("x-key", #{ ${options.replace(code, "OTHER")} })~~~`),
    message: "'transfer' does not list the error OTHER that @idempotent refers to.",
    instead: transfer(`@idempotent("x-key", #{ ${options} })`),
  })),
]);
