import type { Project } from "../project.ts";

/** Names that a server package takes from its project: `acme-api` → `acmeServer`, `createAcmeServer`, `Acme`. */
export interface ServerNames {
  plugin: string;
  create: string;
  /** First word, capitalised. */
  prefix: string;
}

export function serverNames(project: Project): ServerNames {
  const word = project.name.split(/[^A-Za-z0-9]+/)[0] ?? "";
  if (!/^[A-Za-z]/.test(word)) throw new Error(`The project's name ${project.name} does not start with a word.`);
  const prefix = word.charAt(0).toUpperCase() + word.slice(1);
  return { plugin: `${word.charAt(0).toLowerCase()}${word.slice(1)}Server`, create: `create${prefix}Server`, prefix };
}
