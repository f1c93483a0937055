// `npm run docs -- peers`: clients that three generators make of public documents: whether each makes one, and whether it compiles
// with `tsc --strict`. The table goes to test/peers/generators/documents.md. With --max-size, documents of more megabytes are left out.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { findDocument, listDocuments } from "../../specs/documents.ts";

const home = join(import.meta.dirname, "../../..");
const peers = join(home, "test/bench/peers");
const inPeers = (path: string): string => join(peers, "node_modules", path);
const limits = { timeout: 300_000, encoding: "utf8", maxBuffer: 2 ** 28 } as const;
const options = { "max-size": { type: "string" } } as const;

/** The generators: the command of each for a document, and the folder that it writes. */
const generators = [
  {
    name: "ours",
    command: (file: string) => [
      "--import",
      join(home, "scripts/run.js"),
      join(import.meta.dirname, "print-client.ts"),
      file,
    ],
    folder: "ours/client/src",
  },
  {
    name: "hey-api",
    command: (file: string) => [
      inPeers("@hey-api/openapi-ts/bin/run.js"),
      ..."-o hey-api -p @hey-api/client-fetch @hey-api/typescript @hey-api/sdk -i".split(" "),
      file,
    ],
    folder: "hey-api",
  },
  {
    name: "orval",
    command: () => [inPeers("orval/dist/bin/orval.mjs"), "--config", "orval.cjs"],
    folder: "orval",
  },
];

function runNode(folder: string, args: string[]): { status: number | null; stdout: string } {
  return spawnSync(process.execPath, ["--max-old-space-size=4000", ...args], {
    cwd: folder,
    ...limits,
  });
}

/** What became of a document with each generator, as the table has it. */
async function tryDocument(file: string): Promise<string[]> {
  const folder = await mkdtemp(join(home, "tmp-"));
  try {
    const input = `document${extname(file)}`;
    await writeFile(join(folder, input), await readFile(file));
    const orval = { all: { input, output: { target: "orval/api.ts", client: "fetch" } } };
    await writeFile(join(folder, "orval.cjs"), `module.exports = ${JSON.stringify(orval)};\n`);
    await writeFile(join(folder, "package.json"), '{"name":"document","version":"1.0.0"}\n');
    const cells: string[] = [];
    for (const { command, folder: made } of generators) {
      const { status, stdout } = runNode(folder, command(input));
      const isMade = status === 0 && existsSync(join(folder, made));
      const left = Number(/^left out: (\d+)$/m.exec(stdout)?.[1] ?? 0);
      const without = left > 0 ? `, ${left} operations left out` : "";
      cells.push(isMade ? `${await compile(folder, made)}${without}` : "no client");
    }
    return cells;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compile(folder: string, made: string): Promise<string> {
  const compilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: "es2023",
    lib: ["es2023", "dom", "dom.iterable"],
    module: "esnext",
    moduleResolution: "bundler",
    allowImportingTsExtensions: true,
    types: ["node"],
  };
  const settings = { compilerOptions, include: [`${made}/**/*.ts`] };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const tsc = join(home, "node_modules/typescript/bin/tsc");
  const { status, stdout } = runNode(folder, [tsc, "-p", "."]);
  if (status === 0) return "compiles";
  return `${stdout.split("\n").filter((line) => line.includes("error TS")).length} errors`;
}

async function run(): Promise<number> {
  const { "max-size": max } = parseArgs({ options }).values;
  if (!existsSync(join(peers, "node_modules")))
    spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: peers });
  const { dependencies } = JSON.parse(await readFile(join(peers, "package.json"), "utf8"));
  const rows: string[][] = [];
  for (const document of await listDocuments()) {
    const file = findDocument(document);
    if (!file || (max !== undefined && (await stat(file)).size > Number(max) * 1e6)) continue;
    rows.push([`${document.name} ${document.version}`, ...(await tryDocument(file))]);
    console.log(rows.at(-1)?.join(" | "));
    // A run that is ended leaves the table of what it tried.
    await writeFile(join(import.meta.dirname, "documents.md"), printPage(rows, dependencies));
  }
  return 0;
}

function printPage(rows: string[][], versions: Record<string, string>): string {
  const counts = generators.map(
    (_, index) => rows.filter((row) => row[index + 1] === "compiles").length,
  );
  return `<!-- Written by \`npm run docs -- peers\`. -->
# Three generators on public documents

Each makes a client of a document, and \`tsc --strict\` compiles it: ours, \`@hey-api/openapi-ts\` ${versions["@hey-api/openapi-ts"]} and orval ${versions.orval}, the last two
with fetch. The documents are ${rows.length} of those of [the other table](../../specs/documents.md).

| document | ${generators.map(({ name }) => name).join(" | ")} |
|---|${generators.map(() => "---|").join("")}
${rows.map((row) => `| ${row.join(" | ")} |`).join("\n")}
| compile whole | ${counts.map((count) => `${count} of ${rows.length}`).join(" | ")} |
`;
}

await runCommand("Usage: npm run docs -- peers [--max-size MEGABYTES]", run);
