import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const read = (path: string) => readFile(join(import.meta.dirname, path), "utf8");

test("the path of a request names functions that are there", async () => {
  const [, drawing = ""] = (await read("../README.md")).split("```");
  const steps = [...drawing.matchAll(/^ *(\w+) +([\w/-]+\.ts)/gm)];
  expect(steps.length).toBe(drawing.trim().split("\n").length);
  for (const [, name = "", file = ""] of steps)
    expect(await read(file), `${name} in ${file}`).toMatch(new RegExp(`\\b${name}\\b`));
});
