import { readFileSync } from "node:fs";
import { join } from "node:path";

/** What generated packages take from the project's own package.json. */
export interface Project {
  /** Name of the project; its packages are `@<name>/…`. */
  name: string;
  version: string;
  license: string;
  /** Where the project is developed; a signed release of a package has to name it. */
  repository?: { type: string; url: string };
  /** Whether its packages are on a registry: `"config": { "published": true }`. */
  published?: boolean;
  /** Exact versions of what the project depends on. */
  dependencies: Record<string, string>;
}

/** Reads the project's package.json. */
export function readProject(root: string): Project {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    name: string;
    version: string;
    license: string;
    repository?: { type: string; url: string };
    config?: { published?: boolean };
    dependencies?: Record<string, string>;
    devDependencies?: Record<string, string>;
  };
  return {
    name: manifest.name,
    version: manifest.version,
    license: manifest.license,
    ...(manifest.repository && { repository: manifest.repository }),
    published: manifest.config?.published ?? true,
    dependencies: { ...manifest.dependencies, ...manifest.devDependencies },
  };
}

/** The field `repository` of a generated package, with its folder. */
export function repositoryOf({ repository }: Project, directory: string): object {
  return repository ? { repository: { ...repository, directory } } : {};
}

/** Exact versions of some of the project's dependencies, for a generated package to depend on. */
export function versionsOf(project: Project, names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const version = project.dependencies[name];
      if (!version) throw new Error(`package.json does not depend on ${name}, which a generated package needs.`);
      return [name, version];
    }),
  );
}
