import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Output } from "../output.ts";
import type { Project } from "../project.ts";
import { replaceRegion } from "./region.ts";

/**
 * Says in the READMEs how a package is installed before it is on a registry: at the top of the generated ones, and in
 * the region `install` of those that are written by people. Until then, commands in generated READMEs ask no registry
 * for a package of this name, because anybody could publish one. `"config": { "published": true }` in package.json
 * changes both.
 */
export function describeInstallation(
  outputs: readonly Output[],
  root: string,
  { name, published }: Project,
): Output[] {
  const note = published
    ? ""
    : "> Not on a registry yet: `npm run pack` in the project's repository makes tarballs and prints the line that installs\n> each of them elsewhere. `npx --no` then finds it, and asks no registry for its name.";
  const generated = outputs.map((output): Output => {
    const readme = output.files["README.md"];
    if (!note || readme === undefined || !output.folder.includes("generated")) return output;
    const text = readme
      .replace(/^# .+\n/m, `$&\n${note}\n`)
      .replaceAll(`npx @${name}/`, `npx --no @${name}/`);
    return { ...output, files: { ...output.files, "README.md": text } };
  });
  const written = globSync("packages/*/README.md", { cwd: root })
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))
    .filter(({ text }) => text.includes("<!-- generated:install -->"))
    .map(
      ({ file, text }): Output => ({
        folder: join(root, file, ".."),
        files: { "README.md": replaceRegion(text, "install", note) },
        whole: false,
      }),
    );
  return [...generated, ...written];
}
