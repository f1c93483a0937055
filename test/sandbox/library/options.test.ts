// What createSandbox() is given, and what it says of it before anything is opened.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { InvalidInputError } from "../../../packages/sandbox/src/index.ts";
import type { SandboxOptions } from "../../../packages/sandbox/src/options.ts";
import { makeFolder } from "../../support/folder.ts";

describe("options that are wrong are refused by name", () => {
  test.each<[unknown, string]>([
    [null, "options must be an object."],
    [{ dta: "x" }, "dta is not known here. Did you mean data?"],
    [{ data: 5 }, "data must be the name of a folder."],
    [{ data: "" }, "data must be the name of a folder."],
    [{ databaseUrl: "mysql://x" }, "databaseUrl must be a URL like postgres://user@host/database."],
    [
      { publicUrl: "nope" },
      "publicUrl must be a URL like https://pix.example.com, with at most 44 characters",
    ],
    [
      { publicUrl: "ftp://pix.example.com" },
      "publicUrl must be a URL like https://pix.example.com",
    ],
    [{ destinations: { loopback: "yes" } }, "destinations.loopback must be true or false."],
    [{ destinations: { everything: true } }, "destinations.everything is not known here."],
    [{ signatureHeader: "a b" }, "signatureHeader must be the name of a header."],
    [{ automatic: "no" }, "automatic must be true or false."],
    [{ controlToken: "café" }, "controlToken must be visible ASCII characters."],
    [{ controlToken: "" }, "controlToken must be visible ASCII characters."],
    [{ logLevel: "loud" }, "logLevel must be debug, info, warn, error or false."],
    [
      { company: { apiKey: "a:b" } },
      "company.apiKey has the wrong form: Key of a company. A colon",
    ],
    [{ company: { apiSecret: "" } }, "company.apiSecret must NOT have fewer than 1 characters."],
    [{ company: { nome: "x" } }, "company.nome is not known here."],
    [
      { settings: { openingBalance: Number.NaN } },
      "settings.openingBalance must be a whole number.",
    ],
    [
      { settings: { retention: { notifications: null, requests: -1 } } },
      "settings.retention.requests must be >= 0.",
    ],
    [{ settings: { pace: 1 } }, "settings.pace is not known here."],
  ])("%j: %s", async (options, message) => {
    const refused = createSandbox(options as SandboxOptions);
    await expect(refused).rejects.toThrow(InvalidInputError);
    await expect(refused).rejects.toThrow(message);
  });
});

test("nothing is opened or made where an option is wrong", async () => {
  const folder = await makeFolder();
  const publicUrl = `https://${"h".repeat(33)}.example.com`;
  await expect(createSandbox({ data: join(folder, "state"), publicUrl })).rejects.toThrow(
    "44 characters",
  );
  expect(await readdir(folder)).toEqual([]);
});

test("several are named at once", async () => {
  const refused = createSandbox({ automatic: 1, settings: { dailyLimit: -1 } } as never);
  await expect(refused).rejects.toMatchObject({
    fields: [{ path: "automatic" }, { path: "settings.dailyLimit" }],
  });
});

test("options that are undefined are absent", async () => {
  await using sandbox = await createSandbox({
    data: undefined,
    settings: { dailyLimit: undefined },
  } as never);
  expect((await sandbox.control.settings.read()).dailyLimit).toBe(10_000_000);
});

test("an old Node gets an error with the version that is needed", async () => {
  vi.spyOn(process, "versions", "get").mockReturnValue({ ...process.versions, node: "20.19.0" });
  await expect(createSandbox()).rejects.toThrow(
    "The sandbox needs Node 22.13.0 or later; this is Node 20.19.0.",
  );
});

test("a new state begins with a snapshot, and one that is stored already stays", async () => {
  const world = await createSandbox();
  const { id } = await world.control.charges.create({ amountInCents: 4_990 });
  const snapshot = await world.snapshot();
  await world.close();
  const data = await makeFolder();
  for (const expected of [1, 2]) {
    await using sandbox = await createSandbox({ data, snapshot });
    expect((await sandbox.control.charges.read(id)).amount).toBe(4_990);
    expect((await sandbox.control.charges.list()).items).toHaveLength(expected);
    await sandbox.control.charges.create({ amountInCents: 100 });
  }
  const damaged = { ...snapshot, checksum: "0" };
  await expect(createSandbox({ snapshot: damaged })).rejects.toThrow("The snapshot is damaged");
});
