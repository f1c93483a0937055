import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type ConsoleFiles, readConsole } from "./read-console.ts";

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
  // Asked for each time, and answered by 304 as long as nothing changes.
  "cache-control": "no-cache",
};

const routes = {
  [consolePath]: { name: "page", type: "text/html; charset=utf-8" },
  [`${consolePath}/console.js`]: { name: "script", type: "text/javascript; charset=utf-8" },
  [`${consolePath}/console.css`]: { name: "style", type: "text/css; charset=utf-8" },
} as const;

/**
 * Fastify plugin: the console, a web page at `/_sandbox` that uses the control plane next to it. The page holds no data:
 * without access to the control plane it is an empty frame.
 */
export async function addConsole(app: FastifyInstance): Promise<void> {
  let reading: Promise<ConsoleFiles> | undefined;
  const read = (): Promise<ConsoleFiles> => {
    reading ??= readConsole().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  for (const [url, { name, type }] of Object.entries(routes)) {
    app.get(url, async (request, reply) => send(request, reply, type, (await read())[name]));
  }
  // A browser at the sandbox's own address is redirected here; a program gets the contract's 404.
  app.get("/", (request, reply) =>
    /\btext\/html\b/i.test(request.headers.accept ?? "")
      ? reply.headers(headers).header("vary", "accept").redirect(`.${consolePath}`)
      : reply.callNotFound(),
  );
  // The page names its files relative to its own address.
  app.get(`${consolePath}/`, async (_, reply) => reply.headers(headers).redirect(`..${consolePath}`, 308));
}

function send(request: FastifyRequest, reply: FastifyReply, type: string, content: string): FastifyReply {
  const tag = `"${createHash("sha256").update(content).digest("base64url").slice(0, 27)}"`;
  reply.headers({ ...headers, etag: tag });
  const known = request.headers["if-none-match"]?.split(",").map((entry) => entry.trim().replace(/^W\//, ""));
  return known?.includes(tag) ? reply.code(304).send() : reply.type(type).send(content);
}
