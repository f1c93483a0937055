// A package imports what its package.json lists, by name. Each pair of rooms without an arrow is broken once, in every
// form that an import has; each arrow passes.

import { join } from "node:path";
import { relative } from "node:path/posix";
import { expect, test } from "vitest";
import { findBrokenArrows } from "../../scripts/house/arrows.ts";
import { readWorkspaces } from "../../scripts/house/workspaces.ts";

const workspaces = readWorkspaces(join(import.meta.dirname, "../.."));

const packages = [
  "behaviour",
  "client",
  "conformance",
  "contract",
  "generator",
  "mock",
  "openapi",
  "review",
  "sandbox",
  "server",
].map((name) => `packages/${name}`);
const generated = ["client", "control", "mock", "openapi", "server"].map(
  (name) => `generated/${name}`,
);
const rooms = [...packages, ...generated, "spec", "spec/formats", "scripts", "test", "docs"];

/** The picture of CONTRIBUTING: what each room may import. */
const halves = ["client", "contract", "mock", "openapi", "server"].map(
  (name) => `packages/${name}`,
);
const arrows: Record<string, string[]> = {
  "packages/behaviour": [],
  "packages/contract": ["packages/behaviour"],
  "packages/client": ["packages/contract"],
  "packages/server": ["packages/contract"],
  "packages/mock": ["packages/contract"],
  "packages/review": ["packages/contract"],
  "packages/openapi": ["packages/contract", "packages/review"],
  "packages/generator": [
    "packages/behaviour",
    "packages/client",
    "packages/contract",
    "packages/server",
  ],
  "packages/conformance": ["packages/contract", "generated/openapi", "spec/formats"],
  "packages/sandbox": [
    "packages/contract",
    "generated/control",
    "generated/openapi",
    "generated/server",
  ],
  ...Object.fromEntries(
    generated.map((room) => [room, [...halves, ...generated, "spec", "spec/formats"]]),
  ),
  spec: ["spec/formats"],
  "spec/formats": [],
};

const forms: Record<string, (specifier: string) => string> = {
  static: (specifier) => `import { x } from "${specifier}";`,
  "side effect": (specifier) => `import "${specifier}";`,
  types: (specifier) => `import type { X } from "${specifier}";`,
  "type in place": (specifier) => `type X = import("${specifier}").X;`,
  "exported again": (specifier) => `export { x } from "${specifier}";`,
  "exported whole": (specifier) => `export * from "${specifier}";`,
  dynamic: (specifier) => `const x = await import("${specifier}");`,
  "dynamic with a cast": (specifier) => `const x = await import("${specifier}" as string);`,
  required: (specifier) => `const x = createRequire(import.meta.url)("${specifier}");`,
};

/** How a file may name another by its place. */
const places: Record<string, (place: string) => string> = {
  URL: (place) => `readFileSync(new URL("${place}", import.meta.url));`,
  "one of two URLs": (place) => `new URL(isBuilt ? "./x.ts" : "${place}", import.meta.url);`,
  "URL of a constant": (place) => `const here = import.meta.url; new URL("${place}", here);`,
  "joined path": (place) => `path.join(import.meta.dirname, "${place}");`,
  "joined steps": (place) => `resolve(import.meta.dirname, "x", "..", "${place}");`,
  "path of a constant": (place) =>
    `const here = dirname(fileURLToPath(import.meta.url)); join(here, "${place}");`,
  template: (place) => `readFileSync(\`\${import.meta.dirname}/${place}\`);`,
  resolved: (place) => `import.meta.resolve("${place}");`,
  required: (place) => `const load = createRequire(import.meta.url); load("${place}");`,
};

/** Importers: a file on the first level of a room, and one deeper. */
function sourcesOf(room: string): string[] {
  const folder = room.startsWith("spec") ? room : `${room}/src`;
  return [`${folder}/file.ts`, `${folder}/deep/er/file.ts`];
}

/** How a file may name another room: by name, and by its path. */
function namesOf(room: string, from: string): { name?: string; path: string } {
  const file = room.startsWith("packages/") ? `${room}/src/file.ts` : `${room}/file.ts`;
  const own = workspaces.get(room)?.name;
  return {
    ...(own && { name: `${own}/src/file.ts` }),
    path: relative(`${from}/..`, file),
  };
}

const pairs = Object.keys(arrows).flatMap((room) =>
  rooms.filter((other) => other !== room).map((other): [string, string] => [room, other]),
);

test("the rooms are those that there are", () => {
  expect([...workspaces.keys()].sort()).toEqual([...packages, ...generated, "spec/formats"].sort());
});

test.each(pairs)("%s → %s", (room, other) => {
  const isAllowed = arrows[room]?.includes(other);
  for (const from of sourcesOf(room)) {
    const { name, path } = namesOf(other, from);
    const mayUsePath =
      isAllowed && /^(generated|spec)/.test(room) && /^(generated|spec)/.test(other);
    const breaks = (text: string) => findBrokenArrows(from, text, workspaces).length === 1;
    for (const [form, write] of Object.entries(forms))
      if (name) expect.soft(breaks(write(name)), `${form}: ${name}`).toBe(!isAllowed);
    for (const [form, write] of Object.entries({ ...forms, ...places }))
      expect.soft(breaks(write(path)), `${form}: ${path}`).toBe(!mayUsePath);
  }
});

test.each([
  ["another project's package that is not listed", 'import "left-pad";'],
  ["an absolute path", 'import "/packages/contract/src/model.ts";'],
  ["a URL", 'import("file:///packages/contract/src/model.ts");'],
  ["a computed import", "const x = await import(source);"],
  ["a computed path", 'const x = await import("../../" + room);'],
  ["a name that is not of the project", 'import "scripts/start.ts";'],
])("a package imports no %s", (_, text) => {
  for (const room of packages)
    expect(findBrokenArrows(`${room}/src/file.ts`, text, workspaces)).toHaveLength(1);
});

test("files of its own, Node's modules and listed packages pass", () => {
  const text =
    'import "./other.ts"; import "node:fs"; import "commander"; import "../data.json";' +
    'new URL("../package.json", import.meta.url); join(import.meta.dirname, "../templates", page);';
  expect(findBrokenArrows("packages/contract/src/file.ts", text, workspaces)).toEqual([]);
});

test.each(["/", "/etc/x.ts", "file:///x.ts", "https://example.com/x.ts"])(
  "%s is no place beside a file, however it is named",
  (place) => {
    for (const write of [forms.static, forms.dynamic, places.URL])
      expect(
        findBrokenArrows("packages/client/src/a.ts", write?.(place) ?? "", workspaces),
      ).toEqual([`packages/client/src/a.ts: "${place}" is not the name of a package.`]);
  },
);
