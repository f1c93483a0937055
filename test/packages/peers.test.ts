// What a package accepts of its peers is tried: slow tests install the versions of this list.
import { join } from "node:path";
import { expect, test } from "vitest";
import { publishedFolders, readManifest } from "../release/packages.ts";
import { triedPeers } from "./support/tried-peers.ts";

const root = join(import.meta.dirname, "../..");
const tried: Record<string, readonly string[]> = triedPeers;

/** What a caret keeps: `5` of 5.4.0, `0.7` of 0.7.0. */
const series = (version: string): string => /^(0\.\d+|\d+)/.exec(version)?.[0] ?? "";

const ranges = publishedFolders(root).flatMap((folder) => {
  const { name, peerDependencies = {} } = readManifest(join(root, folder));
  return Object.entries(peerDependencies).map(([peer, range]) => ({ name, peer, range }));
});

test("packages name peers", () => {
  expect(new Set(ranges.map(({ name }) => name)).size).toBeGreaterThan(4);
});

test.for(ranges)("both ends of $peer $range, a peer of $name, are tried", ({ peer, range }) => {
  const parts = range.split(" || ");
  const own = readManifest(join(root, "node_modules", peer)).version;
  const versions = [...(tried[peer] ?? []), own];
  for (const part of parts) expect(part).toMatch(/^(\^|>=)\d+\.\d+\.\d+$/);
  const lower = parts.map((part) => part.replace(/^\D+/, ""));
  expect(versions, "the lower end is tried").toEqual(expect.arrayContaining(lower));
  const accepted = lower.map(series);
  if (range.startsWith(">=")) {
    const newest = Math.max(...versions.map((version) => Number(series(version))));
    expect(newest, "a newer major version is tried").toBeGreaterThan(Number(series(own)));
  } else {
    expect(accepted.at(-1), "this repository has the upper end").toBe(series(own));
    expect(new Set(versions.map(series)), "nothing else is tried").toEqual(new Set(accepted));
  }
});
