// Commands in documents that people paste from. Until packages are published (`config.published` in package.json), the flag
// --offline keeps such a command from asking the registry for their names, which anybody could register. `npm run fix` writes the
// flag, and a test compares.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const { name, config } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  name: string;
  config: { published: boolean };
};

/** Documents written by people; those in generated/ are printed right. */
const patterns = ["README.md", "docs/guides/*.md", "docs/pt-BR/*.md", "packages/*/README.md"];

/** A document whose commands have the flag if the packages are not published. */
function correct(markdown: string): string {
  const command = config.published ? "npx" : "npx --offline";
  return markdown.replaceAll(new RegExp(`npx (?:--offline )?(?=@${name}/)`, "g"), `${command} `);
}

/** Documents whose commands differ, with the right content. */
export function findWrongCommands(): { file: string; text: string }[] {
  const files = execFileSync("git", ["ls-files", "--", ...patterns], {
    cwd: root,
    encoding: "utf8",
  });
  return files
    .trim()
    .split("\n")
    .map((file) => ({ file, before: readFileSync(join(root, file), "utf8") }))
    .filter(({ before }) => correct(before) !== before)
    .map(({ file, before }) => ({ file, text: correct(before) }));
}

if (process.argv[1] === import.meta.filename)
  for (const { file, text: markdown } of findWrongCommands())
    writeFileSync(join(root, file), markdown);
