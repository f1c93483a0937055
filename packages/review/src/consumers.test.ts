import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
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

test("a program that no longer compiles is reported with its line and the compiler's message", async () => {
  expect(await compileConsumers(root, "old")).toEqual([
    { place: "1.0/reader.ts:3", message: "Property 'title' does not exist on type 'Book'." },
  ]);
});

test("there may be none", async () => {
  expect(await compileConsumers(root, "none")).toEqual([]);
});

test.each([
  ["without TypeScript", undefined, "it is not installed"],
  ["beside TypeScript 7", { version: "7.0.2" }, "TypeScript 7.0.2 has no API for that"],
])("%s, programs are a mistake that is named", async (_, installed, reason) => {
  vi.doMock("typescript", () => {
    if (!installed) throw new Error("Cannot find package 'typescript'");
    return { default: installed };
  });
  onTestFinished(() => vi.doUnmock("typescript"));
  await expect(compileConsumers(root, "old")).rejects.toThrow(
    `The programs in old are compiled by TypeScript 5.4 to 6: ${reason}.`,
  );
});
