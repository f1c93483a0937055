import { camelCase, pascalCase, projectWord } from "../names.ts";
import type { Project } from "../project.ts";

export type ServerNames = ReturnType<typeof serverNames>;

/** Names that a server package takes from its project: `acme-api` → `createAcmeServer`, `acmeServer`, `Acme`. */
export function serverNames(project: Project) {
  const word = projectWord(project);
  const prefix = pascalCase(word);
  return {
    create: `create${prefix}Server`,
    /** Name of the Fastify plugin. */
    plugin: `${camelCase(word)}Server`,
    /** Name of the function that makes the Fastify plugin of its options. */
    madePlugin: `${camelCase(word)}Plugin`,
    middleware: `${camelCase(word)}Middleware`,
    fetchHandler: `${camelCase(word)}Handler`,
    notifier: `create${prefix}Notifier`,
    /** First word, capitalised. */
    prefix,
  };
}
