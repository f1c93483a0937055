import type { ContractRules } from "../rules.ts";
import type { Exchange } from "./exchange.ts";
import { makeRouter, pathOf } from "./router.ts";

/** The reference of a contract, for people and for programs. */
export interface Reference {
  /** HTML without scripts: the route's Content-Security-Policy runs none, and loads nothing from anywhere. */
  page: string;
  /** The OpenAPI document, as JSON. */
  document: string;
}

/** The docs route: a reference, and where it is. */
export interface Docs extends Reference {
  /** Path of the page, such as `/docs`. The document is beside it, at `/openapi.json`. */
  path: string;
}

/** A file of the docs route. */
export interface DocsFile {
  path: string;
  /** Content type; JSON if absent. */
  type?: string;
  content: string;
}

/** The files of the docs route; none where there is no such route. */
export function docsFiles(docs: Docs | undefined): DocsFile[] {
  if (!docs) return [];
  const { path, page, document } = docs;
  return [
    { path, type: "text/html; charset=utf-8", content: page },
    { path: path.replace(/[^/]*$/, "openapi.json"), content: document },
  ];
}

/** Makes a function that finds the file of the docs route at a URL. */
export function makeDocsRoute(docs: Docs | undefined, prefix: string): (url: string) => DocsFile | undefined {
  const files = new Map(docsFiles(docs).map((file) => [prefix + file.path, file]));
  return (url) => (files.size > 0 ? files.get(pathOf(url)) : undefined);
}

const headers = {
  "cache-control": "public, max-age=300",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Sends a file of the docs route. */
export function sendDocs(exchange: Exchange, { type, content }: DocsFile): void {
  for (const [name, value] of Object.entries(headers)) exchange.setHeader(name, value);
  exchange.end(200, content, type);
}

/** What is wrong with a docs route. */
export function findDocsProblems(
  { operations }: ContractRules,
  docs: Docs | undefined,
  health: string | false | undefined,
): string[] {
  if (docs === undefined) return [];
  const { path, page, document } = docs ?? {};
  const problems: string[] = [];
  for (const [name, text] of Object.entries({ page, document })) {
    if (typeof text === "string" && text !== "") continue;
    problems.push(
      `No \`docs.${name}\`: give \`docs: { path, ...reference }\`, with the reference of the package's \`/docs\`.`,
    );
  }
  if (typeof path !== "string" || !/^\/[\w./~-]*$/.test(path)) {
    return [...problems, `\`docs.path\` is ${JSON.stringify(path)}, and has to be a path such as "/docs".`];
  }
  const find = makeRouter(operations.map((operation) => ({ operation })));
  const taken = docsFiles({ path, page: "", document: "" }).map((file) => file.path);
  if (taken[0] === taken[1]) problems.push(`\`docs.path\` is ${path}, where the document of the docs route is.`);
  for (const place of taken) {
    if (place === health) problems.push(`The docs route has ${place}, which is the health route's: move one of them.`);
    if (find("GET", place).allowed.length === 0) continue;
    problems.push(`The docs route has ${place}, which is an operation's: give \`docs.path\` another folder.`);
  }
  return problems;
}
