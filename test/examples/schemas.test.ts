import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { contract, document } from "../support/contract.ts";
import { createValidator, findMistakes } from "../support/validator.ts";
import { collectExamples } from "./collect-examples.ts";

const folder = join(import.meta.dirname, "../../generated/openapi/schemas");

describe("JSON Schemas", () => {
  const ajv = createValidator();

  const plain = addFormats.default(new Ajv2020({ strict: true }));
  test.for(readdirSync(folder))(
    "%s compiles by itself, under a plain Ajv in strict mode",
    (name) => {
      // It knows no other component.
      plain.removeSchema();
      const schema = JSON.parse(readFileSync(join(folder, name), "utf8")) as { $id: string };
      expect(plain.compile(schema)).toBeTypeOf("function");
      expect(URL.canParse(schema.$id), "has an absolute id").toBe(true);
    },
  );

  test.for(Object.keys(contract.schemas))(
    "%s of the document compiles with the contract's own formats",
    (name) => {
      expect(ajv.getSchema(`${name}.json`)).toBeTypeOf("function");
    },
  );

  test("there is one for each component", () => {
    expect(readdirSync(folder).sort()).toEqual(
      Object.keys(contract.schemas)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });

  const patterns = [...JSON.stringify(document).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
    ([, pattern]) => JSON.parse(pattern ?? '""') as string,
  );
  test("there are patterns to check", () => expect(patterns.length).toBeGreaterThan(10));
  test.for([...new Set(patterns)])(
    "the pattern %s is a regular expression under the u flag",
    (pattern) => {
      expect(() => new RegExp(pattern, "u")).not.toThrow();
      expect(pattern, "is anchored at both ends").toMatch(/^\^.*\$$/);
    },
  );
});

const examples = collectExamples(document);

describe("examples", () => {
  test("there are examples to check", () => expect(examples.length).toBeGreaterThan(150));

  test.for(examples)("$place fits its schema", ({ schema, value }) => {
    expect(findMistakes(schema, value)).toEqual([]);
  });

  test.for(readdirSync(folder))("%s refuses what is of no type that it knows", (name) => {
    const { type, enum: values } = JSON.parse(readFileSync(join(folder, name), "utf8")) as {
      type?: string;
      enum?: [];
    };
    const wrongTypes: Record<string, unknown> = { object: "text", integer: 0.5 };
    const wrong = wrongTypes[type ?? ""] ?? (values ? "¬" : 1);
    expect(
      findMistakes({ $ref: `#/components/schemas/${name.replace(".json", "")}` }, wrong),
    ).not.toEqual([]);
  });
});
