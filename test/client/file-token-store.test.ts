// The token of processes that live a second.
import { readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { fileTokenStore } from "../../generated/client/src/tokens.ts";
import { makeFolder } from "../support/folder.ts";
import { setUp } from "./support/client.ts";
import { gives } from "./support/server.ts";

const folder = await makeFolder(afterAll);
const list = { "GET /api/v1/webhook": gives([]) };

test("ten clients in turn request one token, from a file that its owner alone may read", async () => {
  const path = join(folder, "token.json");
  const { another, server } = await setUp(list);
  for (let nth = 0; nth < 10; nth++)
    await another({ tokenStore: fileTokenStore(path) }).webhooks.list();
  expect(server.to("POST /api/auth")).toHaveLength(1);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(folder)).toEqual(["token.json"]);
});

test.each(["", "{", "[]", "null", '{"token":1}', '{"token":"a b","expires":9e15}'])(
  "a file that holds %j fails no call",
  async (text) => {
    const path = join(folder, "broken.json");
    await writeFile(path, text);
    const { pix, server } = await setUp(list, { tokenStore: fileTokenStore(path) });
    expect(await pix.webhooks.list()).toEqual([]);
    expect(server.to("POST /api/auth")).toHaveLength(1);
  },
);

test("a folder that is not there fails no call either", async () => {
  const { pix } = await setUp(list, {
    tokenStore: fileTokenStore(join(folder, "none/token.json")),
  });
  expect(await pix.webhooks.list()).toEqual([]);
});
