// The documentation as `npm start` serves it: VitePress's build, made again only when its sources have changed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { request as forward, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { stylesheet } from "@packages/contract/src/design/stylesheet.ts";
import express from "express";
import { StartError } from "./start-error.ts";

/** The address of a server in this run. */
interface DocumentationAddress {
  /** Its address. */
  url: string;
  /** Its address if its port is free: the built pages have this address. */
  usual: string;
}

/** A server that pages of the reference call. */
interface DocsServer extends DocumentationAddress {
  name: string;
  user?: string;
  password?: string;
  /** Path of its console. */
  console?: string;
}

const dist = resolve("docs/.vitepress/dist");

/** Records the sources of the build. */
const markFile = join(dist, "built-from.txt");

/** Whatever the pages are made of. */
const watchedFiles = [
  "*.md",
  "package-lock.json",
  "docs/**/*.*",
  "generated/*/*.md",
  "generated/openapi/contract.json",
  "packages/*/README.md",
  "packages/generator/src/docs/*.ts",
  "packages/contract/src/design/*.ts",
];

/** Seconds until the page of a build that is under way loads again. */
const reloadAfter = 2;

const waiting = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="refresh" content="${reloadAfter}">
<title>The documentation is being built</title>
<style>${stylesheet}</style>
<main class="report">
<h1>The documentation is being built</h1>
<p>This takes about a minute. The page reloads by itself.</p>
<p lang="pt-BR">A documentação está sendo gerada. Isso leva cerca de um minuto. A página recarrega sozinha.</p>
</main>`;

/** Serves the documentation at once; until it is built, a page that waits for it. */
export async function serveDocs(
  own: DocumentationAddress,
  servers: readonly DocsServer[],
  build = buildDocs,
) {
  const abort = new AbortController();
  let pages: express.Handler | undefined;
  let copy: string | undefined;
  const buildAndServe = async (): Promise<void> => {
    await build(servers, abort.signal);
    copy = await copyFor([own, ...servers]);
    pages = express.static(copy ?? dist, { extensions: ["html"] });
  };
  const app = express().disable("x-powered-by");
  // A page may call only its own origin. Headers stay: the sandbox judges `Origin` and `Host` by itself.
  for (const { name, url } of servers) {
    app.use(`/try/${name}`, (request, response) => {
      const { method, headers } = request;
      const asked = forward(url + request.url, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      asked.on("error", () => response.destroy());
      request.pipe(asked);
    });
  }
  app.use((request, response, next) => {
    if (pages) pages(request, response, next);
    else response.status(503).set("Retry-After", `${reloadAfter}`).type("html").send(waiting);
  });
  app.use((_, response) => void response.status(404).sendFile("404.html", { root: copy ?? dist }));
  const server: Server = app.listen(Number(new URL(own.url).port), "127.0.0.1");
  await once(server, "listening");
  const built = buildAndServe();
  built.catch(() => {});
  return {
    /** Resolves when the pages are there. @throws {StartError} if they cannot be built */
    built,
    close: async (): Promise<void> => {
      abort.abort();
      server.close().closeAllConnections();
      if (copy !== undefined) await rm(copy, { recursive: true });
    },
  };
}

/** @throws {StartError} */
async function buildDocs(servers: readonly DocsServer[], signal: AbortSignal): Promise<void> {
  const named = servers.map(({ name, usual: url, user, password, console: path }) => {
    return { name, url, user, password, ...(path !== undefined && { console: url + path }) };
  });
  const DOCS_SERVERS = JSON.stringify(named);
  const hash = createHash("sha256").update(DOCS_SERVERS);
  for (const path of globSync(watchedFiles, {
    exclude: ["**/node_modules/**", "**/dist/**"],
  }).sort()) {
    hash.update(path).update(readFileSync(path));
  }
  const mark = hash.digest("hex");
  if ((await readFile(markFile, "utf8").catch(() => "")) === mark) return;
  const child = spawn(resolve("node_modules/.bin/vitepress"), ["build", "docs"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, DOCS_SERVERS },
    signal,
  });
  child.on("error", () => {});
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child, "close");
  if (signal.aborted) return;
  if (child.exitCode !== 0)
    throw new StartError(`The documentation cannot be built.\n${(await said).join("")}`);
  await writeFile(markFile, mark);
}

/** A copy of the pages with the addresses of this run; undefined if all ports are the usual ones. */
async function copyFor(places: readonly DocumentationAddress[]): Promise<string | undefined> {
  const changed = new Map(places.map(({ url, usual }) => [usual, url]));
  if (places.every(({ url, usual }) => url === usual)) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "docs-"));
  await cp(dist, folder, { recursive: true });
  // In one pass: one server may have the usual port of another.
  const known = new RegExp([...changed.keys()].join("|").replaceAll(".", "\\."), "g");
  for (const name of await readdir(folder, { recursive: true })) {
    if (!/\.(html|js)$/.test(name)) continue;
    const path = join(folder, name);
    const content = await readFile(path, "utf8");
    await writeFile(
      path,
      content.replace(known, (usual) => changed.get(usual) ?? usual),
    );
  }
  return folder;
}
