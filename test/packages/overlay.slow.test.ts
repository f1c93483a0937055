// The guide of overlays as an outsider walks it: tarballs in an empty folder, its commands, its overlay and its programs. The
// document is a small one of ours with the names of the public one, which is not in this repository.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Running, readPrograms, start } from "../docs/support/programs.ts";
import { findPort } from "../support/find-port.ts";
import { makeFolder } from "../support/folder.ts";
import { packed } from "../support/shared.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
const guide = "docs/guides/overlay.md";
const document = "CheckoutService-v71.yaml";
const folder = await makeFolder(afterAll);
const port = await findPort();
const running = new Set<Running>();

const shell = (line: string): Promise<string> => run("sh", ["-c", line], folder);

/** Blocks of a language in the guide. */
async function blocksOf(language: string): Promise<string[]> {
  const text = await readFile(join(root, guide), "utf8");
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, "gm"));
  return [...blocks].map(([, block = ""]) => block.trim());
}

/** Starts a program, at a port of this test's own. */
function begin(...command: string[]): Running {
  const begun = start({ command, cwd: folder, env: process.env });
  running.add(begun);
  return begun;
}

/** Generates with an overlay; the exit code, and the output. */
async function generateWith(overlay: string): Promise<{ code: number | null; output: string }> {
  await writeFile(join(folder, "behaviour.yaml"), overlay);
  const generated = begin("npm", "run", "--silent", "generate");
  return { code: await generated.ended, output: generated.output() };
}

/** Pays while the provider loses its first answer; what each of the two printed. */
async function pay(): Promise<{ code: number | null; payer: string; provider: string }> {
  const provider = begin("node", "provider.ts");
  await provider.until(/http:\/\/127/);
  const payer = begin("node", "pay.ts");
  const code = await payer.ended;
  await provider.stop();
  return { code, payer: payer.output(), provider: provider.output() };
}

let overlay = "";

beforeAll(async () => {
  const commands = (await blocksOf("sh")).flatMap((block) =>
    block.replaceAll(/\\\n +/g, "").split("\n"),
  );
  const [install = "", download = "", init = "", ...others] = commands;
  expect(others).toEqual(["npm run generate", "npm install", "node pay.ts"]);
  const tarballs = [
    await packed("@pix-contract/behaviour"),
    await packed("@pix-contract/generator"),
  ];
  await shell(install.replace(/\/path\/to\/packed\/.*/, `--prefer-offline ${tarballs.join(" ")}`));
  expect(download).toMatch(new RegExp(`^curl --fail --remote-name https://.*/${document}$`));
  await cp(join(root, "test/fixtures/contracts/payments", document), join(folder, document));
  await shell(init);
  [overlay = ""] = await blocksOf("yaml");
  expect(overlay).toMatch(/^# behaviour\.yaml\n/);
  await writeFile(join(folder, "behaviour.yaml"), overlay);
  await shell(others[0] ?? "");
  await shell(others[1] ?? "");
  for (const { file, text } of await readPrograms(guide))
    await writeFile(join(folder, file), text.replaceAll("4500", String(port)));
});
afterAll(async () => {
  for (const one of running) await one.stop();
});

test("the programs compile, and so does what the guide mentions besides", async () => {
  await writeFile(
    join(folder, "more.ts"),
    `import { createShopClient } from "@shop/client";
import { createPacing } from "@shop/client/pacing";
import { withWaits } from "@shop/client/waits";
const shop = withWaits(createShopClient({ pacing: createPacing(), credentials: { ApiKeyAuth: "key" } }));
const { status } = await shop.paymentLinks.waitUntilFinal((await shop.paymentLinks.create({ merchantAccount: "a", reference: "b", amount: { currency: "BRL", value: 1 } })).id);
const ended: "completed" | "paid" | "expired" = status;
console.log(ended);\n`,
  );
  await shell(
    "npx tsc --noEmit --strict --target es2023 --module nodenext --types node pay.ts provider.ts more.ts",
  );
});

test("a payment is sent once, although its first answer is lost", async () => {
  const { code, payer, provider } = await pay();
  expect(code, payer).toBe(0);
  expect(payer).toMatch(/^Authorised with the key [0-9a-f-]{36}\n$/);
  expect(provider.match(/^\/v71\/payments: .*$/gm)).toEqual([
    "/v71/payments: 1 payment(s)",
    "/v71/payments: 1 payment(s)",
  ]);
});

test("the reference says it in words", async () => {
  const page = await readFile(join(folder, "docs/reference/operation-post-payments.md"), "utf8");
  expect(page).toContain("The service stores the key in `Idempotency-Key` for 7 days");
  expect(page).not.toContain("undefined");
  expect(await readFile(join(folder, "docs/reference/limits.md"), "utf8")).toContain("20");
});

test("the other changes that the guide names are valid actions", async () => {
  const text = (await readFile(join(root, guide), "utf8")).replaceAll("\n", " ");
  const named = [...text.matchAll(/`((?:update|remove): [^`]+)` of `(\$[^`]+)`/g)];
  const actions = named.map(([, action, target]) => `  - target: ${target}\n    ${action}\n`);
  expect(actions).toHaveLength(2);
  expect(await generateWith(`${overlay}\n${actions.join("")}`)).toMatchObject({ code: 0 });
  const written = await readFile(join(folder, "generated/openapi/openapi.yaml"), "utf8");
  expect(written).not.toContain("originKeys");
  expect(written).toMatch(
    /name: Idempotency-Key\n +in: header\n +description: .*\n +required: true/,
  );
});

test("mistakes are named with their place, and change nothing", async () => {
  const moved = await generateWith(
    overlay.replace("['/paymentLinks'].post", "['/paymentLink'].post"),
  );
  expect(moved.code).toBe(1);
  const shown = (await blocksOf("text")).at(-1) ?? "";
  const withoutOthers = (text: string): string => text.replace(/\(it has .*\)/, "");
  expect(withoutOthers(moved.output).trim()).toBe(withoutOthers(shown));
  const wrong = await generateWith(overlay.replace("window: 1,", "windows: 1,"));
  expect(wrong).toEqual({
    code: 1,
    output:
      "#/paths/~1paymentLinks/post/x-rate-limit: window is required; windows is not known here.\nNothing was written.\n",
  });
  expect(await generateWith(overlay)).toMatchObject({ code: 0 });
  expect((await generateWith(overlay)).output).toMatch(/^Nothing changed/);
});

test("without the key the call fails after one request, and says that the outcome is unknown", async () => {
  const unkeyed = overlay.replace(
    "      x-idempotency: { header: Idempotency-Key, retention: 604800 }\n",
    "",
  );
  expect(await generateWith(unkeyed)).toMatchObject({ code: 0 });
  const { code, payer, provider } = await pay();
  expect(code).toBe(1);
  expect(payer).toMatch(/ConnectionError[\s\S]*outcome: 'unknown'/);
  expect(provider.match(/^\/v71\/payments/gm)).toHaveLength(1);
});
