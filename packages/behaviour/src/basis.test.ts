import { expectDiagnostics } from "@typespec/compiler/testing";
import { describe, expect, test } from "vitest";
import { documentOf, tester } from "../../../test/support/behaviour/tester.ts";

describe("@basis", () => {
  const statements = `
    @service @basis("assumed", "document") namespace Sample;
    @basis("assumed", "scalar") scalar Text extends string;
    @basis("assumed", "union") union Word { "a", string }
    @basis("assumed", "enum") enum Letter { a }
    @basis("assumed", "model") model Page { @basis("assumed", "property") text: Text; word: Word; letter: Letter }
    @basis("assumed", "operation") op read(@basis("assumed", "parameter") @query from: string):
      { @header @basis("assumed", "header") next: string; @body page: Page };
  `;

  test.each([
    ["document", []],
    ["scalar", ["components", "schemas", "Text"]],
    ["union", ["components", "schemas", "Word"]],
    ["enum", ["components", "schemas", "Letter"]],
    ["model", ["components", "schemas", "Page"]],
    ["property", ["components", "schemas", "Page", "properties", "text"]],
    ["operation", ["paths", "/", "get"]],
    ["parameter", ["paths", "/", "get", "parameters", 0]],
    ["header", ["paths", "/", "get", "responses", "200", "headers", "next"]],
  ])("becomes x-basis on the %s", async (place, path) => {
    expect(await documentOf(statements)).toHaveProperty([...path, "x-basis"], {
      kind: "assumed",
      reason: place,
    });
  });

  test("names the keywords that are documented all the same", async () => {
    const document = await documentOf(
      `@basis("assumed", "unit", "maxLength") @maxLength(9) scalar Text extends string; op read(): Text;`,
    );
    const basis = { kind: "assumed", reason: "unit", documented: ["maxLength"] };
    expect(document).toHaveProperty("components.schemas.Text.x-basis", basis);
  });

  test("becomes a part of x-values on an enum member", async () => {
    const document = await documentOf(
      `enum Letter { @basis("implied", "a sample shows it") a } op read(): Letter;`,
    );
    expect(document).toHaveProperty("components.schemas.Letter.x-values", {
      a: { "x-basis": { kind: "implied", reason: "a sample shows it" } },
    });
  });

  test("the values of an enum have what is said of each, by the value that is sent", async () => {
    const document = (await documentOf(`
      enum Letter { /** First. */ a: "A", b: "", @basis("observed", "seen") c }
      enum Plain { a, b: 0 }
      enum Figure { /** None. */ none: 0, one: 1 }
      op read(): { letter: Letter; plain: Plain; figure: Figure };
    `)) as { components: { schemas: Record<string, object> } };
    const { schemas } = document.components;
    expect(schemas.Letter).toMatchObject({
      "x-values": {
        A: { description: "First." },
        "": {},
        c: { "x-basis": { kind: "observed", reason: "seen" } },
      },
    });
    expect(schemas.Figure).toMatchObject({ "x-values": { 0: { description: "None." }, 1: {} } });
    expect(schemas.Plain).not.toHaveProperty("x-values");
  });

  test("keeps the kind", async () => {
    const document = await documentOf(`@basis("observed", "seen in use") op read(): void;`);
    expect(document).toHaveProperty("paths./.get.x-basis", {
      kind: "observed",
      reason: "seen in use",
    });
  });

  test("refuses a variant of a union, which has no place in the document", async () => {
    expectDiagnostics(await tester.diagnose(`union Word { @basis("assumed", "why") first: "a" }`), {
      code: "decorator-wrong-target",
    });
  });
});
