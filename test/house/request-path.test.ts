// The path of a request in the server's README: each function is declared in the file beside it, and called by the one above.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(import.meta.dirname, "../../packages/server");
const readme = readFileSync(join(folder, "README.md"), "utf8");
const [, drawing = ""] = /^The path of a request[\s\S]*?^```\n([\s\S]*?)^```$/m.exec(readme) ?? [];

interface Step {
  depth: number;
  name: string;
  file: string;
}

const steps = drawing.split("\n").flatMap((line): Step[] => {
  const [, indent = "", name = "", file = ""] = /^( *)(\w+) +(\S+\.ts)\b/.exec(line) ?? [];
  return name === "" ? [] : [{ depth: indent.length, name, file }];
});

const read = (file: string): string => readFileSync(join(folder, "src", file), "utf8");

test("every line is a step", () => {
  expect(steps.length).toBeGreaterThan(20);
  expect(steps).toHaveLength(drawing.trim().split("\n").length);
});

test.for(steps)("$name is in $file", ({ name, file }) => {
  const declared = new RegExp(
    `(?:function\\*? |const |readonly |get )${name}\\b|^\\s+(?:protected |async )?#?${name}(?:<[^\\n]*>)?[(?:]`,
    "m",
  );
  expect(read(file)).toMatch(declared);
});

const inner = steps.flatMap((step, index) => {
  const above = steps.slice(0, index).findLast(({ depth }) => depth < step.depth);
  return above === undefined ? [] : [{ step, above }];
});

test.for(inner)("$above.name leads to $step.name", ({ step, above }) => {
  expect(read(above.file)).toMatch(new RegExp(`\\b${step.name}\\b`));
});

test("the files of the last column are there", () => {
  const named = [...drawing.matchAll(/[\w/-]+(?:\.ts|\/)(?=[,\s]|$)/g)].map(([file]) => file);
  const exists = (file: string): boolean =>
    [file, `idempotency/${file}`].some((path) => existsSync(join(folder, "src", path)));
  expect(named.filter((file) => !exists(file))).toEqual([]);
});
