import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "../output.ts";
import type { Project } from "../project.ts";
import { replaceRegion } from "./region.ts";

const noteOf = ({ published }: Project): string =>
  published
    ? ""
    : "> Not on a registry yet: `npm run pack` in the project's repository makes tarballs and prints the line that installs\n> each of them elsewhere. `npx --offline` then finds it, and asks no registry for its name.";

/**
 * Explains at the top of the READMEs of generated packages how a package is installed before it is on a registry. Until then,
 * commands in them look no package of this name up in a registry, because anybody could publish one.
 * `"config": { "published": true }` in package.json changes both.
 */
export function describeInstallation(outputs: readonly Output[], project: Project): Output[] {
  const { name } = project;
  const note = noteOf(project);
  return outputs.map((output): Output => {
    const readme = output.files["README.md"];
    if (!note || readme === undefined || !("package.json" in output.files)) return output;
    const markdown = readme
      .replace(/^# .+\n/m, `$&\n${note}\n`)
      .replaceAll(`npx @${name}/`, `npx --offline @${name}/`);
    return { ...output, files: { ...output.files, "README.md": markdown } };
  });
}

/** The READMEs that are written by people, with the same note in their region `install`. */
export function describeWritten(root: string, project: Project): Output[] {
  return globSync("packages/*/README.md", { cwd: root })
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
    .filter(({ text }) => text.includes("<!-- generated:install -->"))
    .map(({ file, text }) => ({
      folder: join(root, file, ".."),
      files: { "README.md": replaceRegion(text, "install", noteOf(project)) },
      whole: false,
    }));
}
