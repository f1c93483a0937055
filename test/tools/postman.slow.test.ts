// The collection that Postman makes of the document.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { contract } from "../support/contract.ts";
import { makeFolder } from "../support/folder.ts";
import { installTools, published, toolFile } from "./support/tools.ts";

const root = join(import.meta.dirname, "../..");

interface Item {
  name: string;
  item?: Item[];
  request?: { method: string; description?: { content: string }; body?: { raw?: string } };
  response?: { code: number; body?: string }[];
}

let collection: Item & { info: { name: string } };

/** The collection as the guide's own commands make it. */
beforeAll(async () => {
  await installTools();
  const guide = await readFile(join(root, "docs/guides/tools.md"), "utf8");
  const [, commands = ""] = /### Postman[\s\S]*?```sh\n([^`]*)```/.exec(guide) ?? [];
  const folder = await makeFolder(afterAll);
  const local = commands
    .replace("npx openapi-to-postmanv2", toolFile(".bin/openapi2postmanv2"))
    .replace("generated/openapi", published);
  expect(await run("sh", ["-c", `(${local}) 2>&1`], folder)).not.toContain("Invalid option");
  collection = JSON.parse(await readFile(join(folder, "pix.postman.json"), "utf8"));
});

test("has a folder for each group and one for the notifications, all by their names", () => {
  const folders = (collection.item ?? []).map(({ name, item = [] }) => [
    name,
    item.map((entry) => entry.name).sort(),
  ]);
  expect(collection.info.name).toBe(contract.title);
  expect(folders).toEqual([
    ...contract.groups.map(({ name, operations }) => [
      name,
      operations.map(({ id }) => contract.operations.find((one) => one.id === id)?.summary).sort(),
    ]),
    ["Webhooks", contract.notifications.map(({ summary }) => summary).sort()],
  ]);
});

test("has the example of each response", () => {
  const requests = (collection.item ?? []).flatMap(({ item = [] }) => item);
  for (const { summary, responses } of contract.operations) {
    const saved = requests.find(({ name }) => name === summary)?.response ?? [];
    expect(new Set(saved.map(({ code }) => code)), summary).toEqual(
      new Set(responses.map(({ status }) => status)),
    );
  }
});

test("has an example as the body of each request, and no name of a type in place of one", () => {
  const requests = (collection.item ?? []).flatMap(({ item = [] }) => item);
  for (const { summary, body } of contract.operations) {
    const sent = requests.find(({ name }) => name === summary)?.request?.body?.raw;
    if (body)
      expect(body.examples.map(({ value }) => value)).toContainEqual(JSON.parse(sent ?? ""));
  }
  expect(JSON.stringify(collection)).not.toMatch(
    /<(?:long|integer|string|number|boolean|dateTime)>/,
  );
});

test("says what the contract says of behaviour", () => {
  const requests = (collection.item ?? []).flatMap(({ item = [] }) => item);
  const words = (name: string): string =>
    requests.find((one) => one.name === name)?.request?.description?.content ?? "";
  expect(words("Send a transfer (PIX OUT)")).toContain("for 24 hours, separately for each caller");
  expect(words("Create a charge (PIX IN)")).toContain("100 requests in 1 minute for each API key");
  expect(words("Charge paid")).toContain("Attempts: 8");
  expect(words("Charge paid")).toContain("Assumed");
});
