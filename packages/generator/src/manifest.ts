import { isInstalled } from "./installed.ts";
import { printJson } from "./print.ts";
import { type Project, repositoryField } from "./project.ts";

/**
 * The package.json of a generated package: fields that all of them have, and its own.
 *
 * @param folder within generated/, and second part of its name
 */
export function printManifest(
  project: Project,
  folder: string,
  {
    description,
    exports,
    scripts,
    ...own
  }: { description: string; exports: object; scripts?: object; [field: string]: unknown },
): string {
  return printJson({
    name: `@${project.name}/${folder}`,
    version: project.version,
    description,
    license: project.license,
    ...repositoryField(project, `generated/${folder}`),
    type: "module",
    sideEffects: false,
    ...own,
    exports: { ...exports, "./package.json": "./package.json" },
    scripts: { build: "tsdown", prepack: "tsdown", ...scripts },
    engines: { node: ">=20" },
  });
}

/** The entries of a package for `import` and for `require`, and for tools that do not read `exports`. */
export function dualEntries(entries: readonly string[], extension: "js" | "mjs") {
  const types = extension.replace("js", "ts");
  const modules = entries.map((entry): [string, object] => [
    entry === "index" ? "." : `./${entry}`,
    {
      import: { types: `./dist/${entry}.d.${types}`, default: `./dist/${entry}.${extension}` },
      require: { types: `./dist/${entry}.d.cts`, default: `./dist/${entry}.cjs` },
    },
  ]);
  const others = entries.filter((entry) => entry !== "index");
  return {
    main: "./dist/index.cjs",
    types: "./dist/index.d.cts",
    exports: Object.fromEntries(modules),
    typesVersions: {
      "*": Object.fromEntries(others.map((entry) => [entry, [`./dist/${entry}.d.cts`]])),
    },
  };
}

/** Settings of the compiler for the sources of a package. */
export function printCompilerSettings(own: object): string {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    ...(isInstalled ? {} : { paths: { "@packages/*": ["../../packages/*"] } }),
    ...own,
  };
  return printJson({ compilerOptions, include: ["src"] });
}
