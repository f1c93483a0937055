// Every sample of the reference, in every language, run as pasted against the sandbox.
import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { panelsOf } from "../../packages/generator/src/docs/panel.ts";
import { readProject } from "../../packages/generator/src/project.ts";
import { createSandbox, type RunningSandbox } from "../../packages/sandbox/src/create-sandbox.ts";
import { contract } from "../support/contract.ts";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
// `npm test -- deep` tries what a machine with Node alone does not have.
const isDeep = process.env.SAMPLE_LANGUAGES === "all";
const languages: Record<string, { command: string[]; extension: string }> = {
  curl: { command: ["sh"], extension: "sh" },
  TypeScript: {
    command: [process.execPath, "--import", join(root, "scripts/from-source.ts")],
    extension: "ts",
  },
  ...(isDeep && {
    Python: { command: ["python3"], extension: "py" },
    PHP: { command: ["php"], extension: "php" },
  }),
};
/** What stands for identifiers in the samples, by the resource that has them. */
let ids: Record<string, string>;
const folder = await makeFolder(afterAll);
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await createSandbox({ settings: { rateLimitMultiplier: 0 } });
  await sandbox.listen({ port: 0 });
  const { control } = sandbox;
  ids = {
    transactions: (await control.charges.create({ amountInCents: 4990 })).id,
    transfers: (await control.transfers.create({ pixKey: "maria@example.com", amount: 1500 })).id,
  };
});
afterAll(async () => {
  await sandbox?.close();
});

test.for(Object.keys(languages))("%s: each request succeeds", async (label, { skip }) => {
  const { command: [program = "", ...args] = [], extension = "" } = languages[label] ?? {};
  if (spawnSync(program, ["-c", ""]).error) skip(`${program} is not installed`);
  const { baseUrl: url, apiKey: key, apiSecret: secret } = sandbox.credentials;
  const panels = panelsOf(readProject(root), contract, { url, key, secret });
  for (const { id: operation } of contract.operations) {
    const { requests = [], call } = panels[`operation-${operation}`] ?? {};
    for (const { name, code } of requests) {
      const sample = code.find((one) => one.label === label)?.text ?? "";
      const text = sample
        .replaceAll(call?.headers[call.keyHeader ?? ""] || "no key", crypto.randomUUID())
        .replaceAll(call?.id || "no id", ids[call?.group ?? ""] ?? "");
      const file = join(folder, `${operation}.${extension}`);
      await writeFile(file, text);
      const { stdout } = await promisify(execFile)(program, [...args, file]);
      // The client throws where a request fails.
      const success = {
        curl: /^HTTP\/1\.1 200 /,
        TypeScript: operation === "issueToken" ? /^$/ : /./,
      }[label];
      expect(stdout, `${operation} ${name}`).toMatch(success ?? /"success":true/);
      ids.webhooks = /\bwh_\w+/.exec(stdout)?.[0] ?? ids.webhooks ?? "";
    }
  }
});
