import type { Document } from "../openapi.ts";

/** Says at the server what its variables are: the published schema of OpenAPI 3.1 refuses a description of their own. */
export function describeServers(document: Document): void {
  for (const server of document.servers ?? []) {
    const words = [server.description];
    for (const [name, variable] of Object.entries(server.variables ?? {})) {
      if (variable.description !== undefined)
        words.push(`\`${name}\`: ${variable.description.replaceAll(/\s+/g, " ")}`);
      delete variable.description;
    }
    if (words.length > 1) server.description = words.filter((text) => text !== undefined).join(" ");
  }
}
