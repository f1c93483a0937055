import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { named } from "../http/app.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import { UnavailableError } from "../storage/storage.ts";
import { refuseAccess } from "./access.ts";
import { checkInput } from "./check-input.ts";
import { InvalidInputError } from "./invalid-input-error.ts";
import type { Control } from "./make-control.ts";
import { findRoute, functionsOf, type Run } from "./routes.ts";
import { makeStream } from "./stream.ts";

/** Where the control plane is. */
const controlPath = "/_sandbox/api";

/** Bytes of the largest body that is read. */
const bodyLimit = 1024 * 1024;

const methods = ["GET", "POST", "PATCH", "DELETE", "PUT"] as const;

/**
 * Adds the routes of the control plane to a Fastify instance: the same functions as in process.
 *
 * @param token what has to be sent as `Authorization: Bearer`
 */
export async function addControl(
  app: FastifyInstance,
  sandbox: Sandbox,
  control: Control,
  token: string | undefined,
): Promise<void> {
  await app.register(
    named("control", async (scope: FastifyInstance) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser("application/json", { parseAs: "buffer" }, readJson);
      scope.addHook("onRequest", (request, reply, done) => {
        reply.header("cache-control", "no-store").header("x-content-type-options", "nosniff");
        const refusal = refuseAccess(request, sandbox, token);
        if (!refusal) return done();
        if (refusal.status === 401) reply.header("www-authenticate", "Bearer");
        sendError(reply, refusal.status, refusal.code, refusal.message);
      });
      // Other processes may have moved the clock or changed the settings.
      scope.addHook("onRequest", async () => void (await sandbox.settings.refresh()));
      // Few routes of Fastify's, because each makes every start slower, and most sandboxes live for one test.
      const functions = functionsOf(control);
      const handler = (request: FastifyRequest, reply: FastifyReply) => answer(functions, request, reply);
      scope.get("/stream", makeStream(scope, sandbox.storage));
      scope.route({ method: [...methods], url: "/*", bodyLimit, handler });
      scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
    }),
    { prefix: controlPath },
  );
}

async function answer(
  functions: ReadonlyMap<string, Run>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = ""] = request.url.slice(controlPath.length).split("?");
  const route = await findRoute(request.method, path);
  if ("allowed" in route) {
    const { allowed } = route;
    if (allowed.length === 0) return sendError(reply, 404, "NOT_FOUND", `The control plane has nothing at ${path}.`);
    reply.header("allow", allowed.join(", "));
    const message = `${request.method} is not possible here: ${allowed.join(", ")}.`;
    return sendError(reply, 405, "METHOD_NOT_ALLOWED", message);
  }
  const { operation, id, integers } = route;
  const query = readQuery(request.query as Record<string, unknown>, integers);
  const body = request.body ?? undefined;
  await checkInput(operation, { query, body });
  const input = request.method === "GET" ? query : body;
  return reply.send(await functions.get(operation)?.(...(id === undefined ? [] : [id]), input));
}

/** An empty body is none: a client may name a type without sending anything. */
function readJson(_: FastifyRequest, body: Buffer, done: (error: Error | null, body?: unknown) => void): void {
  try {
    done(null, body.length === 0 ? undefined : JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)));
  } catch (error) {
    done(new InvalidInputError([{ path: "", message: `The body is not JSON: ${(error as Error).message}` }]));
  }
}

/** The query with numbers for what is one: all that a query has is text. */
function readQuery(query: Record<string, unknown>, integers: readonly string[]): Record<string, unknown> {
  const isNumber = (name: string, value: unknown): value is string =>
    integers.includes(name) && typeof value === "string" && /^\d+$/.test(value);
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, isNumber(name, value) ? Number(value) : value]),
  );
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const message = error instanceof Error ? `${error.message}.`.replace(/\.\.$/, ".") : String(error);
  if (error instanceof InvalidInputError) {
    return void sendError(reply, 400, "VALIDATION_ERROR", message, { fields: error.fields });
  }
  if (error instanceof NotFoundError) return void sendError(reply, 404, "NOT_FOUND", message);
  if (error instanceof NotAllowedError) return void sendError(reply, 409, "NOT_ALLOWED", message);
  // The log reports an outage once; the response says it too.
  if (error instanceof UnavailableError)
    return void sendError(reply, 500, "INTERNAL_ERROR", `${message} The sandbox tries again by itself.`);
  // What Fastify itself refuses, and what went wrong.
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) sendError(reply, 413, "PAYLOAD_TOO_LARGE", "The body is too large.");
  else if (status === 415) sendError(reply, 415, "UNSUPPORTED_MEDIA_TYPE", "The body has to be application/json.");
  else if (status >= 400 && status < 500) sendError(reply, 400, "VALIDATION_ERROR", message);
  else {
    request.log.error({ err: error }, "A request to the control plane failed.");
    sendError(reply, 500, "INTERNAL_ERROR", "Something went wrong inside the sandbox; its log has more.");
  }
}

function sendError(
  reply: FastifyReply,
  status: number,
  code: string,
  message: string,
  details?: Record<string, unknown>,
): FastifyReply {
  return reply.code(status).send({ error: { code, message, ...(details && { details }) } });
}
