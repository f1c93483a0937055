// The client's programs, as the guides print them, at a provider that answers no more than the interface document states.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type DocumentedProvider,
  startDocumentedProvider,
} from "../fixtures/documented-provider/provider.ts";
import { readPrograms } from "./support/programs.ts";

const root = join(import.meta.dirname, "../..");
let provider: DocumentedProvider;
let folder: string;

beforeAll(async () => {
  provider = await startDocumentedProvider();
  // Within the project, whose packages the programs import.
  await mkdir(join(root, "tmp"), { recursive: true });
  folder = await mkdtemp(join(root, "tmp", "documented-provider-"));
});
afterAll(async () => {
  await provider.close();
  await rm(folder, { recursive: true });
});

/** What a program prints; it has to end well. */
async function outputOf(page: string, file: string, more: NodeJS.ProcessEnv = {}): Promise<string> {
  const program = (await readPrograms(page)).find((one) => one.file === file);
  const path = join(folder, `${page.replaceAll(/\W+/g, "-")}-${file}`);
  if (!program) throw new Error(`${page} has no program ${file}.`);
  await writeFile(path, program.text);
  const env = {
    ...process.env,
    PIX_BASE_URL: provider.url,
    PIX_API_KEY: "key",
    PIX_API_SECRET: "secret",
    PIX_WEBHOOK_SECRET: "whsec_1",
    ...more,
  };
  const run = ["--import", "./scripts/run.js", path];
  const { stdout } = await promisify(execFile)(process.execPath, run, { cwd: root, env });
  return stdout;
}

const guide = "docs/guides/client.md";
const transfers = "docs/guides/client-transfers.md";
const readme = "generated/client/README.md";

test.for([
  [readme, "first.ts", /^charge-\d+\npaid\n$/],
  [readme, "1.ts", /^$/],
  [
    guide,
    "0.ts",
    /^Pay R\$\u00a049,90 with this code: 000201.*\n<img src=.*>\n(charge-\d+) is paid\.\n$/,
  ],
  ["docs/guides/client-notifications.md", "unsigned.ts", /^$/],
] as const)("%s %s", async ([page, file, printed]) => {
  expect(await outputOf(page, file)).toMatch(printed);
});

test("the guide's payouts are sent once", async () => {
  const file = join(folder, "payouts.json");
  const payout = { id: "payout-7", pixKey: "Destino@Example.com", amount: 150_000 };
  await writeFile(file, JSON.stringify([{ ...payout, state: "due", round: 1 }]));
  expect(await outputOf(transfers, "payouts.ts", { PAYOUTS: file })).toBe("payout-7 sent \n");
  const [sent] = JSON.parse(await readFile(file, "utf8")) as { transferId?: string }[];
  expect(sent?.transferId).toMatch(/^transfer-\d+$/);
  expect(await outputOf(transfers, "payouts.ts", { PAYOUTS: file })).toBe("payout-7 sent \n");
});
