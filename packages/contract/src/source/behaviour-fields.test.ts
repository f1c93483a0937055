// x- fields of behaviour in documents and overlays.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { makeFolder } from "../../../../test/support/folder.ts";
import { readContract } from "../read-contract.ts";
import { readSpec } from "./read-spec.ts";

const responses = { "200": { description: "Done." } };
const parameters = [{ name: "Key", in: "header", schema: { type: "string" } }];

/** Reads a document with one operation, and overlays with one action for it. */
async function read(operation: object, ...updates: object[]) {
  const folder = await makeFolder();
  const write = async (name: string, content: object): Promise<string> => {
    await writeFile(join(folder, name), JSON.stringify(content));
    return join(folder, name);
  };
  const entry = await write("api.json", {
    openapi: "3.0.3",
    info: { title: "Shop", version: "1" },
    paths: { "/pay": { post: { operationId: "pay", parameters, responses, ...operation } } },
  });
  const overlays: string[] = [];
  for (const [index, update] of updates.entries()) {
    const actions = [{ target: "$.paths['/pay'].post", update }];
    overlays.push(await write(`${index}.json`, { overlay: "1.0.0", info: {}, actions }));
  }
  const { document, files } = await readSpec(entry, { overlays });
  return { contract: readContract(document), files: files.length };
}

const keys = { header: "Key", retention: 60 };

test("fields of a document work as they are, those of overlays on top", async () => {
  const { contract, files } = await read(
    { "x-idempotency": keys },
    { "x-idempotency": { retention: 120 } },
    { "x-rate-limit": { limit: 1, window: 2, scope: ["ip"] } },
  );
  expect(files).toBe(3);
  expect(contract.operations[0]).toMatchObject({
    idempotency: { header: "Key", retention: 120, scope: "caller", keeps: [] },
    rateLimit: { limit: 1, window: 2, scope: ["ip"] },
  });
});

test("a document's fields of another meaning are left out, and named", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  const { contract } = await read({ "x-rate-limit": "10/s", "x-idempotency": keys });
  expect(contract.operations[0]).not.toHaveProperty("rateLimit");
  expect(contract.operations[0]).toHaveProperty("idempotency");
  expect(warn.mock.calls).toEqual([
    [
      expect.stringMatching(
        /api\.json: #\/paths\/~1pay\/post\/x-rate-limit: it must be object\. It is left out\.$/,
      ),
    ],
  ]);
  warn.mockRestore();
});

test.each([
  [
    { "x-rate-limit": { limit: 0, windows: 60, scope: ["ip"] } },
    "#/paths/~1pay/post/x-rate-limit: ",
  ],
  [
    { "x-idempotency": { header: "Key" } },
    "#/paths/~1pay/post/x-idempotency: retention is required.",
  ],
])("an overlay's field with a mistake is refused: %j", async (update, message) => {
  await expect(read({}, update)).rejects.toThrow(message);
});

test("an overlay that cannot be read is named", async () => {
  const folder = await makeFolder();
  const entry = join(folder, "api.json");
  await writeFile(entry, JSON.stringify({ openapi: "3.1.0", info: {}, paths: {} }));
  const overlays = [join(folder, "none.yaml")];
  await expect(readSpec(entry, { overlays })).rejects.toThrow(
    /^The overlay .*none\.yaml cannot be read: ENOENT/,
  );
});
