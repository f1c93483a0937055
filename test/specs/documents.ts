// `npm run docs -- documents`: every public document of a list through our generator, and a call of each operation from the client
// to the server that it made; the table goes to test/specs/documents.md. With --check nothing is written, and a difference
// is an error.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { makeFolder } from "./build.ts";
import type { DocumentResult } from "./try-document.ts";

const home = join(import.meta.dirname, "../..");
const page = join(import.meta.dirname, "documents.md");

/** Folder of the documents, which are others' and not committed. */
export const documentsFolder = process.env.PUBLIC_DOCUMENTS ?? join(home, "tmp/public-documents");

/** A public document. */
export interface PublicDocument {
  name: string;
  /** Version that the document has. */
  version: string;
  /** Its repository on GitHub. */
  repository: string;
  /** Path within the folder of documents. */
  file: string;
}

/** The documents of the list. */
export async function listDocuments(): Promise<PublicDocument[]> {
  const list = await readFile(join(import.meta.dirname, "documents.json"), "utf8");
  return JSON.parse(list) as PublicDocument[];
}

/** The file of a document; undefined if it is not in the folder. */
export function findDocument({ file }: PublicDocument): string | undefined {
  const path = join(documentsFolder, file);
  return existsSync(path) ? path : undefined;
}

/** Tries a document in a separate process, with the memory that large ones need. */
export async function runDocument(file: string, compiles = true): Promise<DocumentResult> {
  const folder = await makeFolder();
  try {
    const script = join(import.meta.dirname, "try-document.ts");
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--max-old-space-size=6000", script, file, folder, compiles ? "" : "--skip-types"],
      { encoding: "utf8", maxBuffer: 2 ** 28 },
    );
    const result = /^result (.*)$/m.exec(stdout)?.[1];
    if (result === undefined) throw new Error(`${relative(home, file)}: ${stderr.slice(-2000)}`);
    return JSON.parse(result) as DocumentResult;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The row of a document in the table. */
export function printRow({ name, version }: PublicDocument, result: DocumentResult): string {
  const { operations, accepted, errors = "not tried", called, callable, reasons } = result;
  const [reason = ""] = reasons;
  const cells = [name, version, operations, accepted, errors, `${called} of ${callable}`, reason];
  const shown = cells.map((cell) => shortenCell(String(cell)));
  return `| ${shown.join(" | ")} |`;
}

function shortenCell(cell: string): string {
  const line = cell.replaceAll(/\s+/g, " ").replace(/, from [A-Z]+ http:.*/, "");
  const short = line.length > 160 ? `${line.slice(0, 160)}…` : line;
  return short.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}

/** The page above its rows. */
export const tableHead = `<!-- Written by \`npm run docs -- documents\`. -->
# Public OpenAPI documents

Documents of other people, by name and version: how many of their operations and notifications the generator accepts, errors
of \`tsc --strict\` in client and server, and calls of each operation from the generated client to the generated server, with
values made of the schemas. A call is right if the handler got every parameter and field that was sent, and the caller the
result that the handler returned. Not called are operations that issue tokens, and those that a server cannot distinguish from
another, which are for clients alone. The last column is the first reason why
something is missing.

| document | version | operations | accepted | type errors | right calls | first reason |
|---|---|---|---|---|---|---|
`;

const flags = {
  check: { type: "boolean" },
  only: { type: "string" },
  "skip-types": { type: "boolean" },
} as const;

async function run(): Promise<number> {
  const { check, only = "", "skip-types": skipsTypes } = parseArgs({ options: flags }).values;
  const known = existsSync(page) ? await readFile(page, "utf8") : "";
  const rows: string[] = [];
  const differing: string[] = [];
  for (const document of await listDocuments()) {
    const { name } = document;
    const before = known.split("\n").find((line) => line.startsWith(`| ${name} |`));
    const file = name.startsWith(only) ? findDocument(document) : undefined;
    if (file === undefined && before !== undefined) rows.push(before);
    if (file === undefined) continue;
    const result = await runDocument(file, !skipsTypes);
    const row = printRow(document, result);
    rows.push(row);
    if (row !== before) differing.push(name);
    console.log(row);
    if (only !== "") for (const reason of result.reasons) console.log(reason);
  }
  if (!check) await writeFile(page, `${tableHead}${rows.join("\n")}\n`);
  else if (differing.length > 0) {
    console.error(`test/specs/documents.md differs: ${differing.join(", ")}.`);
    return 1;
  }
  return 0;
}

if (process.argv[1] === import.meta.filename) {
  await runCommand("Usage: npm run docs -- documents [--check] [--only START] [--skip-types]", run);
  process.exit();
}
