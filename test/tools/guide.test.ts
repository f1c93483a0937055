// The guide about other tools names the versions that are tried. The counts of types are compared where they are made.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { formats } from "@pix-contract/formats/index.ts";
import { expect, test } from "vitest";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/tools.md"), "utf8");

test("names every format of the contract's own, and no other", () => {
  const [, list = ""] = /Testers do not know ([^.]*), and make values/.exec(guide) ?? [];
  const named = [...list.matchAll(/`([\w-]+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(formats).sort());
});

test("names every tool's version, and no other", () => {
  const clients = readFileSync(join(import.meta.dirname, "../peers/clients.deep.test.ts"), "utf8");
  const { dependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, "package.json"), "utf8"),
  ) as {
    dependencies: Record<string, string>;
  };
  const versionsIn = (text: string): string[] =>
    [...text.matchAll(/\d+\.\d+\.\d+/g)].map(([version]) => version);
  const tried = [...Object.values(dependencies), ...versionsIn(clients)];
  expect(versionsIn(guide).sort()).toEqual(tried.sort());
});
