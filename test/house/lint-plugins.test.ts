import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");

const refused = [
  "decodeURIComponent(text);",
  "void decodeURI(text);",
  "new URL(text);",
  "void new URL(text);",
  "new RegExp(text);",
  "JSON.parse(text);",
  "JSON.stringify(text);",
  "BigInt(text);",
  "String(text);",
  "String.fromCodePoint(Number(text));",
  "Symbol.for(text);",
  "structuredClone(text);",
  "atob(text);",
  "globalThis.encodeURIComponent(text);",
  "Object.keys(text);",
  "Reflect.ownKeys(text);",
  "Buffer.from(text);",
  "Intl.getCanonicalLocales(text);",
];
const allowed = [
  "return decodeURIComponent(text);",
  "read(decodeURIComponent(text));",
  "Object.assign(text, {});",
  "const url = new URL(text);",
  "void read(text);",
  "Reflect.apply(read, null, [text]);",
];

/** Lines of a file that a plugin of the linter refuses. */
async function lint(plugin: string, lines: readonly string[]): Promise<number[]> {
  const folder = await makeFolder();
  await writeFile(join(folder, plugin), await readFile(join(root, "scripts/lint", plugin)));
  await writeFile(join(folder, "biome.json"), JSON.stringify({ plugins: [`./${plugin}`] }));
  await writeFile(join(folder, "cases.ts"), lines.join("\n"));
  const biome = join(root, "node_modules/.bin/biome");
  const flags = ["lint", "--reporter=json", "--max-diagnostics=none", "cases.ts"];
  const { stdout } = await promisify(execFile)(biome, flags, { cwd: folder }).catch(
    (error) => error,
  );
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { category: string; location: { start: { line: number } } }[];
  };
  return diagnostics
    .filter(({ category }) => category === "plugin")
    .map(({ location }) => location.start.line)
    .sort((a, b) => a - b);
}

const allOf = (lines: readonly string[]): number[] => lines.map((_, index) => index + 1);

test("lint refuses a call that is made for its exception alone", async () => {
  expect(await lint("kept-calls.grit", [...refused, ...allowed])).toEqual(allOf(refused));
});

test("lint refuses || where 0 may be meant", async () => {
  const wrong = [
    "const a = choice.delay || delay;",
    "const b = text.length || 1;",
    "const c = (isIt && found) || 0;",
    "const d = options.maxLength || length;",
    "const e = this.#timeout || other;",
    "const f = given?.limit || limit;",
    "const g = seed || 1;",
    "const h = left || this.#deadline;",
    "const i = Number(start || (by === 'offset' ? 0 : first));",
    "const j = given || (isFirst ? start : 1);",
    "const k = given || options.timeout;",
  ];
  const right = [
    "const a = choice.delay ?? delay;",
    "const b = name || 'none';",
    "const c = one.length < 2 || other;",
    "const d = one.length - other.length || compare(one, other);",
    "const e = !limit || isFree;",
    "const f = isDelayed || isLate;",
    "const g = one.length - other.length || (one < other ? -1 : 1);",
  ];
  expect(await lint("numbers.grit", [...wrong, ...right])).toEqual(allOf(wrong));
});

test("lint refuses a key of several parts in one string", async () => {
  const wrong = [
    `found.get(\`\${operation} \${caller}\`);`,
    `this.#sums.set(\`\${account}:\${company}\`, sum);`,
    `if (seen.has(\`a \${method} \${path}\`)) next();`,
    `seen.add(\`\${method}\${path}\`);`,
  ];
  const right = [
    "found.get(compoundKey(operation, caller));",
    `found.get(\`min\${name}\`);`,
    `client.fetch(\`\${url}/\${path}\`);`,
    `found.set(name, \`\${one} \${other}\`);`,
  ];
  expect(await lint("keys.grit", [...wrong, ...right])).toEqual(allOf(wrong));
});
