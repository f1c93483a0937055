import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { own } from "./installed.ts";

/** The fields of the project's own package.json that generated packages take. */
export interface Project {
  /** Name of the project; its packages are `@<name>/…`. */
  name: string;
  version: string;
  license: string;
  /** The project's repository; a signed release of a package has to name it. */
  repository?: { type: string; url: string };
  /** Whether its packages are on a registry: `"config": { "published": true }`. */
  published?: boolean;
  /** Exact versions of the project's dependencies. */
  dependencies: Record<string, string>;
}

/**
 * Reads the project's package.json.
 *
 * @param given its fields that are given elsewhere, and the name of the service, for a project without a name
 * @throws {SpecError} if it has no name that packages can have as their scope
 */
export function readProject(
  root: string,
  given: { name?: string; version?: string; service?: string } = {},
): Project {
  const file = join(root, "package.json");
  const manifest = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {}) as {
    name?: string;
    version?: string;
    license?: string;
    repository?: { type: string; url: string };
    config?: { published?: boolean };
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  const {
    name = given.service?.toLowerCase() ?? "",
    version = "0.0.0",
    license = "UNLICENSED",
  } = { ...manifest, ...given };
  assertName(name);
  return {
    name,
    version,
    license,
    ...(manifest.repository && { repository: manifest.repository }),
    published: manifest.config?.published ?? true,
    dependencies: { ...manifest.dependencies, ...manifest.devDependencies },
  };
}

/** The argument of `npm install` for a package of the project: its name, or its tarball from `npm run pack`. */
export function installedAs(
  { name, version, published }: Pick<Project, "name" | "version" | "published">,
  part: string,
): string {
  return published ? `@${name}/${part}` : `/path/to/packed/${name}-${part}-${version}.tgz`;
}

/** Throws a SpecError if packages cannot have a name as their scope. */
export function assertName(name: string): void {
  // The packages export a TimeoutError, and so on.
  if (!/^(?!(aborted|any|api|client|connection|timeout)(-|$))[a-z][a-z0-9-]*$/.test(name))
    throw new SpecError(
      `"${name}" is not a valid project name: it needs small letters, digits and dashes, for packages like @name/client, and no first word that they use themselves. The name stands in package.json, or in the option name of the emitter.`,
    );
}

/** The field `repository` of a generated package, with its folder. */
export function repositoryField({ repository }: Project, directory: string): object {
  return repository ? { repository: { ...repository, directory } } : {};
}

/** Exact versions for a generated package to depend on: those of the project, or else those that the generator brings. */
export function pinVersions(project: Project, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const version = project.dependencies[name] ?? own.dependencies[name];
      if (!version)
        throw new SpecError(
          `package.json does not depend on ${name}, which a generated package needs.`,
        );
      return [name, version];
    }),
  );
}
