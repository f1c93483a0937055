import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Schema } from "@packages/contract/src/openapi.ts";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printDocumentTypes } from "../../packages/generator/src/openapi/types.ts";
import { complaintsOf } from "../support/complaints.ts";
import { makeFolder } from "../support/folder.ts";
import { makeDocument, makeOperation } from "./support/document.ts";
import { document } from "./support/library.ts";

/** A use of each kind. */
const rightUse = `
  type Schemas = components["schemas"];
  export const minimal: Schemas["LoanRequest"] = { book: "012" };
  export const full: Schemas["LoanRequest"] = { book: "012", weeks: 2, remark: "C:\\\\", noticeUrl: "https://a.example" };
  export const scribbles: Schemas["Scribble"][] = ["*/", "it's \\"so\\"", "\${x}", "", "012"];
  export const author: Schemas["Author"][] = ["yes", ["yes", "no"]];
  export const marginalia: Schemas["Marginalia"] =
    { "a/b~c": "", "it's \\"so\\"": "", "<<": "", "x-basis": "", y: 1, constructor: "", toString: "" };
  export const query: NonNullable<paths["/books"]["get"]["parameters"]["query"]> = { size: 1 };
  export const key: operations["createLoan"]["parameters"]["header"] = { "Loan-Key": "k" };
  type Made = webhooks["loan/made"]["post"]["requestBody"]["content"]["application/json"];
  export const made: Made = { event: "loan/made", loan: { id: "7", status: "late", due: "2026-11-20" } };
  type Created = operations["createLoan"]["responses"][201];
  export const replayed = (given: Created): "true" | undefined => given.headers["Loan-Replayed"];
  export const allowance = (given: Created): number => given.headers["Allowance-Limit"];
  export const due = (given: Created): string => given.content["application/json"].due;
  type Refusal = operations["createLoan"]["responses"][409]["content"]["application/json"];
  export const code = (given: Refusal): "BOOK_LENT" | "KEY_USED" => given.error.code;
`;

/** Uses that have to be objected to, by what is wrong with them. */
const wrongUses: Record<string, [program: string, complaint: RegExp]> = {
  "a field that is missing": [
    `({}) satisfies components["schemas"]["LoanRequest"];`,
    /'book' is missing/,
  ],
  "a field that is unknown": [
    `({ book: "", shelf: 1 }) satisfies components["schemas"]["LoanRequest"];`,
    /'shelf' does not exist/,
  ],
  "a value that is unknown": [
    `"loose" satisfies components["schemas"]["Binding"];`,
    /"loose".*Binding|"hard"/,
  ],
  "an event that is unknown": [
    `export type Lost = webhooks["loan/lost"];`,
    /'loan\/lost' does not exist/,
  ],
  "an event that is another's": [
    `type Made = webhooks["loan/made"]["post"]["requestBody"]["content"]["application/json"];
     export const event: Made["event"] = "loan/ended";`,
    /"loan\/made"/,
  ],
  "an optional header that is taken for given": [
    `type Created = operations["createLoan"]["responses"][201];
     export const replayed = (given: Created): "true" => given.headers["Loan-Replayed"];`,
    /undefined/,
  ],
  "a method that a path has not": [
    `export type Post = paths["/books"]["post"]["requestBody"];`,
    /'requestBody' does not exist/,
  ],
};

describe("a strict compiler", () => {
  let complaints: Map<string, string>;
  beforeAll(async () => {
    const folder = await makeFolder(afterAll);
    await writeFile(join(folder, "types.d.ts"), printDocumentTypes(document));
    const uses = {
      rightUse,
      ...Object.fromEntries(Object.entries(wrongUses).map(([name, [use]]) => [name, use])),
    };
    const files: string[] = [];
    for (const [name, use] of Object.entries(uses)) {
      const file = join(folder, `${name.replaceAll(/\W/g, "-")}.ts`);
      await writeFile(
        file,
        `import type { components, operations, paths, webhooks } from "./types.d.ts";\n${use}\n`,
      );
      files.push(file);
    }
    complaints = complaintsOf(files);
  });

  test("accepts the types, and a use of each kind", () => {
    expect(complaints.get("types.d")).toBeUndefined();
    expect(complaints.get("rightUse")).toBeUndefined();
    expect(complaints.size).toBe(Object.keys(wrongUses).length);
  });

  test.each(Object.entries(wrongUses))("objects to %s", (name, [, complaint]) => {
    expect(complaints.get(name.replaceAll(/\W/g, "-"))).toMatch(complaint);
  });
});

const hostile = [
  "*/ export const escaped = 1; /*",
  "**/",
  "*\\/",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it has to look like a placeholder.
  "`${escaped}`",
  "\"'`",
  "\\",
  "\\u002a/",
  "*\u200b/",
  "a\nb */\n/* c",
  "a\r\n*/",
  "\u2028*/\u2029",
  "<script>alert(1)</script> -->",
  "@deprecated {@link x} @example */",
  "",
];

test.each(hostile)("text does not break out of its place %j", async (text) => {
  const schema: Schema = {
    type: "object",
    description: text,
    format: text,
    default: text,
    examples: [text, { [text]: text }],
    properties: {
      [`${text}!`]: {
        type: "string",
        description: text,
        enum: [text, `${text}!`],
        default: text,
        examples: [text],
      },
    },
  };
  const operation = makeOperation("listBooks", {
    summary: text,
    description: text,
    parameters: [
      {
        name: `${text}!`,
        in: "query",
        description: text,
        schema: { type: "string" },
        example: text,
      },
    ],
    responses: {
      "200": { description: text, headers: { [`X${text}`]: { description: text, schema } } },
    },
  });
  const printed = printDocumentTypes(
    makeDocument(
      { [`/${text}`]: { get: operation } },
      { components: { schemas: { Book: schema } } },
    ),
  );
  const source = ts.createSourceFile("types.d.ts", printed, ts.ScriptTarget.ES2024, true);
  const names = source.statements.map((statement) =>
    ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement)
      ? statement.name.text
      : statement.getText(),
  );
  expect(names).toEqual(["paths", "webhooks", "components", "$defs", "operations"]);
  expect(Reflect.get(source, "parseDiagnostics")).toEqual([]);
});
