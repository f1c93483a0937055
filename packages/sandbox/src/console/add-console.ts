import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { type ConsoleFiles, consoleFiles } from "./console-files.ts";

/** Where the console is. */
export const consolePath = "/_sandbox";

/** Nothing from elsewhere runs, loads or frames the page, and it calls only where it comes from. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const headers = {
  "content-security-policy": contentSecurityPolicy,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-cache",
};

/**
 * Fastify plugin: the console, a web page at `/_sandbox` that uses the control plane next to it. The page holds no data:
 * without access to the control plane it is an empty frame.
 */
export async function addConsole(app: FastifyInstance): Promise<void> {
  let reading: Promise<ConsoleFiles> | undefined;
  for (const [name, type] of Object.entries(consoleFiles)) {
    const url = name === "index.html" ? consolePath : `${consolePath}/${name}`;
    app.get(url, async (_, reply) => {
      reading ??= readConsole();
      const files = await reading;
      return reply
        .headers(headers)
        .type(type)
        .send(files[name as keyof ConsoleFiles]);
    });
  }
  // A browser at the sandbox's own address is redirected here; a program gets the contract's 404.
  app.get("/", (request, reply) =>
    /\btext\/html\b/i.test(request.headers.accept ?? "")
      ? reply.headers(headers).header("vary", "accept").redirect(`.${consolePath}`)
      : reply.callNotFound(),
  );
  app.all(`${consolePath}/*`, async ({ url }, reply) => {
    const message = `The sandbox has no path ${url.replace(/\?.*$/s, "")}.`;
    return reply.code(404).send({ error: { code: "NOT_FOUND", message } });
  });
  // The page names its files relative to its own address.
  app.get(`${consolePath}/`, async (_, reply) =>
    reply.headers(headers).redirect(`..${consolePath}`, 308),
  );
}

/** The files that were built with the package; if it is run from its source, they are made now. */
async function readConsole(): Promise<ConsoleFiles> {
  try {
    const read = Object.keys(consoleFiles).map(async (name) => {
      return [name, await readFile(new URL(`./console/${name}`, import.meta.url), "utf8")];
    });
    return Object.fromEntries(await Promise.all(read));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  // The package does not contain this module: it needs the bundler.
  const { bundleConsole } = await import("./bundle-console.ts");
  return (await bundleConsole()).files;
}
