import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { type ControlOperation, sandboxHeader } from "../control-client.ts";
import { named } from "../http/app.ts";
import { NotAllowedError, NotFoundError } from "../service/errors.ts";
import { afterChanges } from "../storage/after-changes.ts";
import { StateLostError, type Storage, UnavailableError } from "../storage/storage.ts";
import { clearInterval, setInterval } from "../timers.ts";
import { version } from "../version.ts";
import { refuseAccess } from "./access.ts";
import { loadContract } from "./check-input.ts";
import { InvalidInputError } from "./invalid-input-error.ts";
import type { Control } from "./make-control.ts";
import type { Operation, Routed } from "./operation.ts";

/** Where the control plane is. */
const controlPath = "/_sandbox/api";

/** Bytes of the largest body that is read, and of the largest snapshot. */
const bodyLimit = 1024 * 1024;
const snapshotLimit = 128 * bodyLimit;

/** Headers of every response. */
const responseHeaders = {
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
  [sandboxHeader]: version,
};

const routedMethods = ["GET", "POST", "PATCH", "DELETE", "PUT"] as const;

/**
 * Adds the routes of the control plane to a Fastify instance: the same functions as in process.
 *
 * @param token sent as `Authorization: Bearer`
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
        reply.headers(responseHeaders);
        const refusal = refuseAccess(request, sandbox, token);
        if (!refusal) return done();
        if (refusal.status === 401) reply.header("www-authenticate", "Bearer");
        sendError(reply, refusal.status, refusal.code, refusal.message);
      });
      // Other processes may have moved the clock or changed the settings.
      scope.addHook("onRequest", async () => void (await sandbox.settings.refresh()));
      // Few routes of Fastify's, because each makes every start slower, and most sandboxes live for one test.
      const operations = collectOperations(control);
      const handler = (request: FastifyRequest, reply: FastifyReply) =>
        answerRequest(operations, request, reply);
      scope.get("/stream", makeStream(scope, sandbox.storage));
      scope.post("/restore", { bodyLimit: snapshotLimit }, handler);
      scope.route({ method: [...routedMethods], url: "/*", bodyLimit, handler });
      scope.setErrorHandler((error, request, reply) => sendFailure(error, request, reply));
    }),
    { prefix: controlPath },
  );
}

async function answerRequest(
  operations: ReadonlyMap<string, Operation<Routed>>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [path = ""] = request.url.slice(controlPath.length).split("?");
  const route = await findRoute(request.method, path);
  if ("allowed" in route) {
    const { allowed } = route;
    if (allowed.length === 0)
      return sendError(reply, 404, "NOT_FOUND", `The control plane has no path ${path}.`);
    reply.header("allow", allowed.join(", "));
    const message = `${request.method} is not possible here: ${allowed.join(", ")}.`;
    return sendError(reply, 405, "METHOD_NOT_ALLOWED", message);
  }
  const { operation, id, fields } = route;
  const query = readQuery(request.query as Record<string, unknown>, fields);
  const body = request.body ?? undefined;
  // Some answers are streams of JSON.
  reply.type("application/json; charset=utf-8");
  return reply.send(await operations.get(operation)?.answer(id, { query, body }));
}

/** An empty body counts as absent: a client may name a type without sending anything. */
function readJson(
  _: FastifyRequest,
  body: Buffer,
  done: (error: Error | null, body?: unknown) => void,
): void {
  try {
    done(
      null,
      body.length === 0
        ? undefined
        : JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)),
    );
  } catch (error) {
    done(
      new InvalidInputError([
        { path: "", message: `The body is not JSON: ${(error as Error).message}` },
      ]),
    );
  }
}

/** The query with its numbers read: all values of a query are strings. */
function readQuery(
  query: Record<string, unknown>,
  fields: ControlOperation["query"],
): Record<string, unknown> {
  const read = (name: string, value: unknown): unknown =>
    fields[name]?.kind === "integer" && /^-?\d+$/.test(String(value)) ? Number(value) : value;
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, read(name, value)]),
  );
}

function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const message = error instanceof Error ? error.message.replace(/(?<![.?])$/, ".") : String(error);
  if (error instanceof InvalidInputError) {
    return void sendError(reply, 400, "VALIDATION_ERROR", message, { fields: error.fields });
  }
  if (error instanceof NotFoundError) return void sendError(reply, 404, "NOT_FOUND", message);
  if (error instanceof NotAllowedError) return void sendError(reply, 409, "NOT_ALLOWED", message);
  // The log reports an outage once; the response reports it too.
  if (error instanceof UnavailableError) {
    const outlook = error instanceof StateLostError ? "" : " The sandbox tries again by itself.";
    return void sendError(reply, 500, "INTERNAL_ERROR", message + outlook);
  }
  // Requests that Fastify itself refuses, and failures.
  const status = (error as { statusCode?: number }).statusCode ?? 500;
  if (status === 413) sendError(reply, 413, "PAYLOAD_TOO_LARGE", "The body is too large.");
  else if (status === 415)
    sendError(reply, 415, "UNSUPPORTED_MEDIA_TYPE", "The body has to be application/json.");
  else if (status >= 400 && status < 500) sendError(reply, 400, "VALIDATION_ERROR", message);
  else {
    request.log.error({ err: error }, "A request to the control plane failed.");
    sendError(
      reply,
      500,
      "INTERNAL_ERROR",
      "Something went wrong inside the sandbox; its log has more.",
    );
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

/**
 * Finds the operation of a request in the control plane's contract.
 *
 * @param path below the control plane's own, without query
 * @returns it, the identifier in its path and the fields of its query; if there is none, the methods that the path has
 */
async function findRoute(method: string, path: string) {
  const { operations } = await loadContract();
  const given = path.split("/");
  const fitting = Object.entries(operations).flatMap(([name, entry]) => {
    const steps = entry.path.split("/");
    const fits =
      steps.length === given.length &&
      steps.every((step, index) => step === given[index] || (step === "{id}" && given[index]));
    return fits ? [{ operation: name as Routed, entry, place: steps.indexOf("{id}") }] : [];
  });
  // Literal steps come before parameters.
  const [route] = fitting
    .filter(({ entry }) => entry.method === method)
    .sort((a, b) => a.place - b.place);
  if (!route) return { allowed: [...new Set(fitting.map(({ entry }) => entry.method))] };
  const { operation, entry, place } = route;
  const step = given[place];
  // No identifier has the character NUL, which PostgreSQL refuses in a string.
  const id = step && decodeURIComponent(step).replaceAll("\0", "\ufffd");
  return { operation, id, fields: entry.query };
}

/** The operations of the control plane by their id. */
function collectOperations(control: Control): ReadonlyMap<string, Operation<Routed>> {
  const all: unknown[] = Object.values(control).flatMap((part) =>
    typeof part === "object" ? Object.values(part) : [part],
  );
  return new Map(
    all.map((made) => {
      const { handler } = made as { handler?: unknown };
      const operation = (handler ?? made) as Operation<Routed>;
      return [operation.operation, operation];
    }),
  );
}

/** Milliseconds between two events of a stream. */
const minStreamInterval = 100;

/** Milliseconds between two signs of life: proxies end connections on which nothing happens. */
const heartbeat = 15_000;

/** Makes the handler that sends changes as server-sent events, until the caller goes or the server closes. */
export function makeStream(
  app: FastifyInstance,
  storage: Storage,
): (_: FastifyRequest, reply: FastifyReply) => void {
  const open = new Set<() => void>();
  let isClosing = false;
  app.addHook("preClose", async () => {
    isClosing = true;
    for (const end of open) end();
  });
  return (_, reply) => {
    const { raw } = reply.hijack();
    raw.writeHead(200, {
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
      ...responseHeaders,
    });
    raw.write(": connected\n\n");
    const forget = afterChanges(storage, minStreamInterval, () =>
      raw.write("event: change\ndata: {}\n\n"),
    );
    const beats = setInterval(() => raw.write(": alive\n\n"), heartbeat).unref();
    const end = (): void => {
      open.delete(end);
      forget();
      clearInterval(beats);
      raw.end();
    };
    open.add(end);
    raw.on("close", end);
    // A caller whose stream has ended opens the next one at once: while the server closes, that would never end.
    if (isClosing) end();
  };
}
