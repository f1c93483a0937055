import { mkdirSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { afterEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { watchSpecs } from "./watch.ts";

const signals = ["SIGINT", "SIGTERM"] as const;
const before = signals.map((signal) => process.listeners(signal));
/** The listeners that a watch has added. */
const added = () =>
  signals.flatMap((signal, at) =>
    process.listeners(signal).filter((listener) => !before[at]?.includes(listener)),
  );
afterEach(() => {
  vi.restoreAllMocks();
  for (const signal of signals)
    for (const listener of added()) process.removeListener(signal, listener);
});

/** Watches a spec in a folder; gives what was generated and printed. */
async function watch(generate: () => Promise<readonly string[]>, ...more: string[]) {
  const printed: string[] = [];
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((line: string) => void printed.push(line));
  const folder = await makeFolder();
  mkdirSync(join(folder, "spec/models"), { recursive: true });
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  write("spec/main.tsp", "");
  const run = vi.fn(generate);
  const ended = watchSpecs(
    [join(folder, "spec/main.tsp"), ...more.map((name) => join(folder, name))],
    run,
  );
  const reach = (times: number) => expect.poll(() => run.mock.calls.length).toBe(times);
  await reach(1);
  return { folder, write, run, reach, printed, ended, end: () => added()[0]?.("SIGINT") };
}

test("each change of a spec generates again, and a signal ends the watch with 0", async () => {
  const { write, reach, printed, ended, end, folder, run } = await watch(async () => []);
  await expect.poll(() => printed).not.toEqual([]);
  expect(printed).toEqual([`Watching ${join(folder, "spec")} for changes; Ctrl-C ends it.`]);
  write("spec/main.tsp", "a");
  await reach(2);
  write("spec/models/new.tsp", "");
  await reach(3);
  // As editors write: a new file in the place of the old one.
  write("spec/next", "longer");
  await rename(join(folder, "spec/next"), join(folder, "spec/models/new.tsp"));
  await reach(4);
  end();
  expect([await ended, run.mock.calls.length]).toEqual([0, 4]);
});

test("an error of the spec is printed, and the next change is generated", async () => {
  let isWrong = true;
  const { write, reach, printed, ended, end } = await watch(async () => {
    if (isWrong) throw new SpecError("It is wrong.");
    return [];
  });
  await expect.poll(() => printed).toHaveLength(2);
  expect(printed[0]).toBe("It is wrong.\nNothing was written.");
  isWrong = false;
  write("spec/main.tsp", "right");
  await reach(2);
  end();
  expect(await ended).toBe(0);
});

test("files of a document are watched once it refers to them, and any other error ends the watch", async () => {
  let files: string[] = [];
  let fault: Error | undefined;
  const { folder, write, reach, printed, ended } = await watch(async () => {
    if (fault) throw fault;
    return files;
  }, "library.yaml");
  files = ["library.yaml", "loans.yaml"].map((name) => join(folder, name));
  await expect.poll(() => printed).not.toEqual([]);
  write("library.yaml", "a");
  await reach(2);
  fault = new Error("It is broken.");
  write("loans.yaml", "a");
  await expect(ended).rejects.toThrow("It is broken.");
});
