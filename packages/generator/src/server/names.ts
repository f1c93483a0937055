import { camelCase, pascalCase, projectWord } from "../names.ts";
import type { Project } from "../project.ts";

/** Names that a server package takes from its project: `acme-api` → `createAcmeServer`, `acmeServer`, `Acme`. */
export interface ServerNames {
  create: string;
  /** Of the Fastify plugin. */
  plugin: string;
  /** Of the function that makes a middleware for Express. */
  middleware: string;
  /** Of the function that makes a handler of Fetch requests. */
  fetchHandler: string;
  /** Of the function that makes a notifier. */
  notifier: string;
  /** First word, capitalised. */
  prefix: string;
}

export function serverNames(project: Project): ServerNames {
  const word = projectWord(project);
  const prefix = pascalCase(word);
  return {
    create: `create${prefix}Server`,
    plugin: `${camelCase(word)}Server`,
    middleware: `${camelCase(word)}Middleware`,
    fetchHandler: `${camelCase(word)}Handler`,
    notifier: `create${prefix}Notifier`,
    prefix,
  };
}
