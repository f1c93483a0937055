// Documents of other people, which are not committed: the table of test/specs/documents.md is what the generator makes of them.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  documentsFolder,
  findDocument,
  listDocuments,
  printRow,
  runDocument,
} from "./documents.ts";

const table = await readFile(join(import.meta.dirname, "documents.md"), "utf8");

test.for(await listDocuments())("$name $version", async (document, { skip }) => {
  const file = findDocument(document);
  if (file === undefined) return skip(`${document.file} is not in ${documentsFolder}`);
  const row = table.split("\n").find((line) => line.startsWith(`| ${document.name} |`)) ?? "";
  const result = await runDocument(file, !row.includes("| not tried |"));
  expect(printRow(document, result)).toBe(row);
});
