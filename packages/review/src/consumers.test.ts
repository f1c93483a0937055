import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { compileConsumers } from "./consumers.ts";

const root = await makeFolder(afterAll);
beforeAll(async () => {
  await mkdir(join(root, "old/1.0"), { recursive: true });
  await mkdir(join(root, "old/1.1"), { recursive: true });
  await writeFile(
    join(root, "tsconfig.json"),
    JSON.stringify({
      compilerOptions: { module: "nodenext", strict: true, allowImportingTsExtensions: true },
    }),
  );
  await cp(
    join(import.meta.dirname, "../../../node_modules/@types"),
    join(root, "node_modules/@types"),
    {
      recursive: true,
      filter: (path) => !/@types\/(?!node)/.test(path.replaceAll("\\", "/")),
    },
  );
  // What is generated today: the field `title` was renamed.
  await writeFile(
    join(root, "client.d.ts"),
    "export interface Book { name: string }\nexport declare const book: Book;\n",
  );
  await writeFile(
    join(root, "old/1.0/reader.ts"),
    'import { book } from "../../client.ts";\n\nbook.title;\n',
  );
  await writeFile(
    join(root, "old/1.1/reader.ts"),
    'import { book } from "../../client.ts";\nbook.name;\n',
  );
});

test("a program that no longer compiles is reported with its line and the compiler's message", () => {
  expect(compileConsumers(root, "old")).toEqual([
    { place: "1.0/reader.ts:3", message: "Property 'title' does not exist on type 'Book'." },
  ]);
});

test("there may be none", () => {
  expect(compileConsumers(root, "none")).toEqual([]);
});
