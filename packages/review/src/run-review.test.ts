// Flags in pairs: any two values of any two flags meet. Each report is where it was asked for, in its format, and the exit
// code is that of the changes.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { pairwise } from "../../../test/support/pairwise.ts";
import { runReview } from "./run-review.ts";

const folder = await makeFolder(afterAll);
const at = (name: string): string => join(folder, name);
const streams = [process.stdout, process.stderr];

/** A document with paths, each of which answers with a schema. */
const documentOf = (paths: Record<string, object>) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Library", version: "1.0" },
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, schema]) => [
        path,
        {
          get: {
            operationId: "listBooks",
            responses: {
              "200": { description: "Done.", content: { "application/json": { schema } } },
            },
          },
        },
      ]),
    ),
  });
const books = (...fields: string[]) => ({
  type: "object",
  required: fields,
  properties: Object.fromEntries(fields.map((name) => [name, { type: "string" }])),
});
writeFileSync(at("base.json"), documentOf({ "/v1/books": books("a", "b") }));
writeFileSync(at("head.json"), documentOf({ "/v2/books": books("a") }));

let printed = "";
beforeEach(() => {
  printed = "";
  for (const stream of streams)
    vi.spyOn(stream, "write").mockImplementation((text) => {
      printed += text;
      return true;
    });
  for (const level of ["log", "error"] as const)
    vi.spyOn(console, level).mockImplementation((text) => {
      printed += `${text}\n`;
    });
});
afterEach(() => vi.restoreAllMocks());

async function run(...words: string[]): Promise<number> {
  const before = process.exitCode;
  vi.spyOn(process, "argv", "get").mockReturnValue(["node", "review", ...words]);
  await runReview();
  const code = Number(process.exitCode);
  process.exitCode = before;
  return code;
}

const pair = ["--base", at("base.json"), "--head", at("head.json")];
const prefixes = ["--base-prefix", "/v1", "--head-prefix", "/v2"];

/** How the report of each format begins. */
const beginnings = {
  md: /^## 🔴 Contract: breaking\n/,
  html: /^<!doctype html>/i,
  json: /^\{\n/,
  sarif: /^\{\n? *"\$schema"/,
  text: /^\S/,
};

const rows = pairwise({
  format: [undefined, "md", "json", "text"],
  out: [false, true],
  md: [false, true],
  html: [false, true],
  json: [false, true],
  sarif: [false, true],
  seen: [false, true],
  accepted: [false, true],
  isMoved: [false, true],
});

test.for(rows)("%j", async ({ format, out, seen, accepted, isMoved, ...files }, { task }) => {
  const names = Object.entries(files).flatMap(([name, isAsked]) => (isAsked ? [name] : []));
  const fileOf = (name: string): string => at(`${task.id}.${name}`);
  const common = [...pair, ...(isMoved ? [] : prefixes)];
  await run(...common, "--format", "json");
  const earlier = JSON.parse(printed) as { changes: { fingerprint: string; kind: string }[] };
  expect(earlier.changes.map(({ kind }) => kind)).toContain("required-field-removed");
  expect(earlier.changes.some(({ kind }) => kind === "operation-moved")).toBe(isMoved);
  writeFileSync(fileOf("seen.json"), printed);
  const lines = earlier.changes.map(
    ({ fingerprint }) =>
      `  - { fingerprint: "${fingerprint}", reason: Agreed, by: us, until: 9999-12-31 }\n`,
  );
  writeFileSync(fileOf("decisions.yaml"), `accepted:\n${lines.join("")}`);
  printed = "";
  const code = await run(
    ...common,
    ...(format ? ["--format", format] : []),
    ...(out ? ["--out", fileOf("out")] : []),
    ...names.flatMap((name) => [`--${name}`, fileOf(name)]),
    ...(seen ? ["--seen", fileOf("seen.json")] : []),
    ...(accepted ? ["--decisions", fileOf("decisions.yaml")] : []),
  );
  expect(code, printed).toBe(accepted ? 0 : 1);
  const report = out ? readFileSync(fileOf("out"), "utf8") : printed;
  const beginningOf = (name: keyof typeof beginnings) =>
    name === "md" && accepted ? /^## ⚪ Contract: every change is accepted\n/ : beginnings[name];
  expect(report).toMatch(beginningOf(format ?? "md"));
  const count = isMoved ? 2 : 1;
  const summary = accepted ? `none: ${count} accepted` : `breaking: ${count} breaking`;
  if (out) expect(printed).toContain(summary);
  for (const name of names)
    expect(readFileSync(fileOf(name), "utf8")).toMatch(beginningOf(name as keyof typeof files));
  if (names.includes(format ?? "md"))
    expect(readFileSync(fileOf(format ?? "md"), "utf8")).toBe(report);
});
