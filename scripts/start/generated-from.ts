// Whether what is generated was made of the sources as they are now. Installing notes it, because a commit holds both;
// after that `npm start` does.
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const note = "node_modules/.cache/generated-from.txt";

/** The specs, the generator, the documents that derived files come from, and those files: they may be gone. */
const inputFiles = [
  "spec/**/*.*",
  "packages/*/spec/**/*.*",
  "packages/{behaviour,contract,generator}/{lib,src,templates}/**/*.*",
  "generated/*/openapi.yaml",
  "generated/*/{openapi,contract}.json",
  "generated/*/src/**/*.js",
  "package.json",
];

function hashFiles(root: string): string {
  const hash = createHash("sha256");
  for (const file of globSync(inputFiles, { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

export function isGenerated(root = "."): boolean {
  try {
    return readFileSync(join(root, note), "utf8") === hashFiles(root);
  } catch {
    return false;
  }
}

export function noteGenerated(root = "."): void {
  mkdirSync(dirname(join(root, note)), { recursive: true });
  writeFileSync(join(root, note), hashFiles(root));
}

/** The next start generates first. */
export function forgetGenerated(root = "."): void {
  rmSync(join(root, note), { force: true });
}
