// Reads a contract from wherever it is: a file, a spec, a commit.

import { execFile } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { UsageError } from "@packages/contract/src/command.ts";
import { hasOuterReferences } from "@packages/contract/src/source/bundle.ts";
import { readDocument, versions } from "@packages/contract/src/source/read-document.ts";
import { type ReadText, readText } from "@packages/contract/src/source/read-text.ts";
import { type Loaded, UnreadSpecError } from "./loaded.ts";

const runProgram = promisify(execFile);

/** The contract that is loaded. */
export type ContractSide = "base" | "head";

/** The paths of the spec and of the document that is read from a commit. */
export interface Layout {
  /** Folder of the project. */
  root: string;
  /** Main file of its spec, within the root. */
  spec: string;
  /** Its committed document, within the root. */
  document: string;
}

/**
 * Loads the document of `--base` or `--head`. The head of a commit is compiled from its spec, as a commit may not hold the
 * document of its spec; the base is read from the committed document, if there is one.
 *
 * @param name an OpenAPI document (.yaml, .yml, .json), the main file of a spec (.tsp) or its folder, or a git ref
 * @throws {UsageError} for anything else
 * @throws {SpecError} if it cannot be read as a contract
 */
export async function load(name: string, side: ContractSide, layout: Layout): Promise<Loaded> {
  if (existsSync(name)) {
    const file = statSync(name).isDirectory() ? join(name, basename(layout.spec)) : name;
    if (!existsSync(file))
      throw new UsageError(`${name} is a folder without ${basename(layout.spec)}.`);
    if (file.endsWith(".tsp")) return loadSpec(name, file, layout.root);
    return { name, ...(await readDocument(file, { exact: true })) };
  }
  if (/\.(ya?ml|json|tsp)$/.test(name)) throw new UsageError(`File not found: ${name}.`);
  return loadCommit(name, side, layout);
}

/** Compiles a spec; places are relative to `root`. */
async function loadSpec(name: string, file: string, root: string): Promise<Loaded> {
  const [{ compileToDocument }, { locateIn }] = await Promise.all([
    import("./compile-to-document.ts"),
    import("./locate.ts"),
  ]);
  const { document, program, flaws } = await compileToDocument(file, resolve(root));
  const sources = readSpecTexts(dirname(file), root);
  return {
    name,
    document,
    locate: locateIn(program, document, resolve(root)),
    flaws,
    sources: async () => sources,
  };
}

/**
 * Loads the head. A spec that makes no document stands in with the document of the base, so that its mistakes are reported.
 *
 * @throws {UsageError | SpecError} as `load` does, for anything but a spec
 */
export async function loadHead(name: string, base: Loaded, layout: Layout): Promise<Loaded> {
  try {
    return await load(name, "head", layout);
  } catch (error) {
    if (!(error instanceof UnreadSpecError)) throw error;
    const [{ file = layout.spec, line = 1 } = {}] = error.flaws;
    const locate: Loaded["locate"] = async (pointers) =>
      new Map(pointers.map((pointer) => [pointer, { file, line }]));
    return { name, document: base.document, locate, flaws: error.flaws, isUnread: true };
  }
}

/** Contents of the TypeSpec files in a folder, by their paths within the root. */
function readSpecTexts(folder: string, root: string): Map<string, string> {
  const files = globSync("**/*.tsp", { cwd: folder, exclude: ["**/node_modules/**"] }).sort();
  return new Map(
    files.map((name) => {
      const path = join(folder, name);
      return [relative(root, path).replaceAll("\\", "/"), readFileSync(path, "utf8")];
    }),
  );
}

type Git = (...args: string[]) => Promise<string>;

/** A commit that is read. */
interface Commit {
  /** The ref that named it. */
  name: string;
  id: string;
  layout: Layout;
  git: Git;
}

async function loadCommit(name: string, side: ContractSide, layout: Layout): Promise<Loaded> {
  const git: Git = async (...args) =>
    (await runProgram("git", ["-C", layout.root, ...args], { maxBuffer: 256 * 1024 * 1024 }))
      .stdout;
  // A name that begins with a dash would be a flag.
  const found = name.startsWith("-")
    ? ""
    : await git("rev-parse", "--verify", "--quiet", `${name}^{commit}`).catch(() => "");
  if (found === "")
    throw new UsageError(`${name} is neither a file nor a commit of this repository.`);
  const commit: Commit = { name, id: found.trim(), layout, git };
  const isThere = (file: string): Promise<boolean> =>
    git("cat-file", "-e", `${commit.id}:./${file}`).then(
      () => true,
      () => false,
    );
  const isCompiled = side === "head" && (await isThere(layout.spec));
  if (isCompiled || !(await isThere(layout.document))) return compileCommit(commit);
  const read = await readCommitted(commit);
  return {
    name,
    document: read.document,
    // A removed part has its line in the spec of that commit, unless the tools of today no longer compile it.
    async locate(pointers) {
      if (pointers.length === 0) return new Map();
      const { locate } = await compileCommit(commit).catch(() => read);
      return locate(pointers);
    },
    sources: () =>
      withTree(commit, dirname(layout.spec), (folder) =>
        readSpecTexts(join(folder, dirname(layout.spec)), folder),
      ),
  };
}

/** Reads the document of a commit, with the files of that commit that it refers to. */
async function readCommitted(commit: Commit): Promise<ReadText> {
  const { name, id, layout, git } = commit;
  const source = await git("show", `${id}:./${layout.document}`);
  const read = readText(source, `${name}:${layout.document}`, name, { versions, exact: true });
  if (!hasOuterReferences(read.document) && !("swagger" in read.document)) return read;
  return withTree(commit, ".", async (folder) => {
    const whole = await readDocument(join(folder, layout.document), { exact: true });
    const locate: ReadText["locate"] = async (pointers) => {
      const lines = await whole.locate(pointers);
      for (const place of lines.values())
        place.file = `${name}:${relative(folder, place.file).replaceAll("\\", "/")}`;
      return lines;
    };
    return { ...whole, locate };
  });
}

/** Compiles the spec of a commit; its places are those of that commit. */
function compileCommit(commit: Commit): Promise<Loaded> {
  const { name, layout } = commit;
  return withTree(commit, dirname(layout.spec), async (folder) => {
    await symlink(resolve(layout.root, "node_modules"), join(folder, "node_modules"), "junction");
    return loadSpec(name, join(folder, layout.spec), folder);
  });
}

/** Unpacks a folder of a commit for as long as it is used. */
async function withTree<Result>(
  { name, id, layout, git }: Commit,
  path: string,
  use: (folder: string) => Result | Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "review-"));
  try {
    const archive = join(folder, "commit.tar");
    await git("archive", "--format=tar", `--output=${archive}`, id, path).catch(() => {
      throw new UsageError(`${name} has neither ${layout.document} nor ${layout.spec}.`);
    });
    await runProgram("tar", ["-xf", archive, "-C", folder]);
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
