import { camelCase, pascalCase, projectWord } from "../names.ts";
import type { Project } from "../project.ts";

/** Names that a server package takes from its project: `acme-api` → `acmeServer`, `createAcmeServer`, `Acme`. */
export interface ServerNames {
  plugin: string;
  create: string;
  /** First word, capitalised. */
  prefix: string;
}

export function serverNames(project: Project): ServerNames {
  const word = projectWord(project);
  const prefix = pascalCase(word);
  return { plugin: `${camelCase(word)}Server`, create: `create${prefix}Server`, prefix };
}
