import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { ControlSchemas } from "../control-client.ts";
import { isLoopbackHost } from "../notifications/destinations.ts";
import { CommandError, forSandbox, makeCommand, readUrl, type TargetOptions } from "./command.ts";
import { connect, type SandboxConnection } from "./connection.ts";
import { say } from "./language.ts";
import { type CommandOutput, makeOutput, showLine } from "./output.ts";
import { untilSignal } from "./until-signal.ts";

/** Milliseconds that the program behind --forward-to has; the sandbox itself gives up after 10 seconds. */
const timeout = 9_000;

/** Where notifications of a sandbox on this machine are received. */
const loopback = "127.0.0.1";

/** Milliseconds between two looks into the inbox of a sandbox elsewhere. */
const lookInterval = 1_000;

/** Headers that belong to a connection, not to a request. */
const connectionHeaders = new Set([
  "connection",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

interface ListenFlags extends TargetOptions {
  forwardTo?: string;
  companyId?: string;
}

export const listen = forSandbox(
  makeCommand(
    "listen",
    "Print every notification of the company, and forward it to a program on this machine",
    [
      "listen",
      "listen --forward-to http://127.0.0.1:3000/pix",
      "listen --url https://sandbox.example --control-token TOKEN",
    ],
  ),
)
  .option("--company-id <ID>", "identifier of the company (default: the first)")
  .option("--forward-to <URL>", "URL of the program, like http://127.0.0.1:3000/pix", readUrl)
  .action(async (options: ListenFlags) => {
    const { forwardTo: target, companyId } = options;
    const output = makeOutput(options);
    const sandbox = connect(options, output);
    const name = `pix-sandbox listen: ${target ?? "print"}`;
    const webhook = { name, ...(companyId !== undefined && { companyId }) };
    const receiver =
      (await receiveHere(sandbox, webhook, target, output)) ??
      (await receiveByInbox(sandbox, webhook, target, output));
    const stopped = untilSignal();
    try {
      const { id, secret } = receiver;
      output.result({ ready: true, forwardTo: target ?? null, webhookId: id, secret }, () => {
        const where =
          target === undefined
            ? "Notifications are printed here."
            : `Notifications go to ${target}.`;
        return `${say(where)} ${say("Ctrl-C ends it.")}\n\nPIX_WEBHOOK_SECRET=${secret}\n`;
      });
      await stopped;
      await sandbox.call("removeWebhook", { id }).catch((error: unknown) => {
        // A sandbox that has gone away, or was reset, has no webhook to remove.
        if (!(error instanceof CommandError)) throw error;
      });
    } finally {
      receiver.close();
    }
  });

/** A registration while its notifications are received. */
interface Receiving {
  /** Id of the registration. */
  id: string;
  secret: string;
  close(): void;
}

type NewWebhook = Omit<ControlSchemas["NewWebhook"], "url">;

/** Registers a server of this process; undefined if the sandbox cannot reach it, or may not, as others reach the sandbox. */
async function receiveHere(
  { address, call }: SandboxConnection,
  webhook: NewWebhook,
  target: string | undefined,
  output: CommandOutput,
): Promise<Receiving | undefined> {
  if (!isLoopbackHost(new URL(address.url).hostname)) return undefined;
  const { url, close } = await startReceiver(target, output);
  try {
    return { ...(await call("addWebhook", { ...webhook, url })), close };
  } catch (error) {
    close();
    if (error instanceof CommandError && error.code === "VALIDATION_ERROR") return undefined;
    throw error;
  }
}

/** A path that others cannot guess: they shall not get through to the target. */
const makePath = (): string => `/${randomBytes(16).toString("base64url")}`;

/**
 * Registers the inbox of a sandbox elsewhere, and forwards its notifications, once a second. Where the connection fails, it goes
 * on as soon as the sandbox answers again.
 */
async function receiveByInbox(
  { call }: SandboxConnection,
  webhook: NewWebhook,
  target: string | undefined,
  output: CommandOutput,
): Promise<Receiving> {
  const { inboxUrl } = await call("readCredentials");
  const path = makePath();
  const registered = await call("addWebhook", { ...webhook, url: inboxUrl + path });
  output.remark("The sandbox's own inbox answers it, whatever your program answers.");
  let last = "";
  let isLost = false;
  /** Forwards those that came since the last look, the oldest first. */
  const look = async (): Promise<void> => {
    const entries: string[] = [];
    let before: string | null | undefined;
    while (before !== null) {
      const query = { operation: "inbox", search: path, limit: 200, ...(before && { before }) };
      const { items, next } = await call("listRequests", query);
      const recent = items.filter(({ id }) => id > last);
      entries.unshift(...recent.map(({ id }) => id).reverse());
      before = recent.length < items.length ? null : next;
    }
    for (const id of entries) {
      const { request } = await call("readRequest", { id });
      await pass(target, request.headers, Buffer.from(request.body), output);
      last = id;
    }
  };
  const watch = async (): Promise<void> => {
    try {
      await look();
      isLost = false;
    } catch (error) {
      if (!isLost) output.remark(error instanceof Error ? error.message : String(error));
      isLost = true;
    }
    timer = setTimeout(watch, lookInterval);
  };
  let timer = setTimeout(watch, lookInterval);
  return { ...registered, close: () => clearTimeout(timer) };
}

/** Takes notifications of the sandbox, forwards them unchanged, and answers as the target answers: 200 without a target. */
async function startReceiver(target: string | undefined, output: CommandOutput) {
  const path = makePath();
  const server = createServer(async (request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    if (request.method !== "POST") return void response.writeHead(200).end();
    const { status, answer } = await pass(target, request.headers, await buffer(request), output);
    response.writeHead(status ?? 502).end(answer);
  });
  server.listen(0, loopback);
  await once(server, "listening").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      `This machine cannot listen on ${loopback}, where the sandbox sends notifications: ${error.message}`,
      error.code ?? "LISTEN",
      { cause: error },
    );
  });
  return {
    url: `http://${loopback}:${(server.address() as AddressInfo).port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Forwards a notification, if there is a target, and prints it. */
async function pass(
  target: string | undefined,
  headers: IncomingHttpHeaders,
  body: Buffer,
  output: CommandOutput,
) {
  const answered =
    target === undefined ? { status: 200, answer: "" } : await forward(target, headers, body);
  printDelivery(output, body, answered.status, answered.answer);
  return answered;
}

/** @returns without a status if the target does not answer, and why */
async function forward(
  target: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ status?: number; answer: string }> {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name));
  try {
    const response = await fetch(target, {
      method: "POST",
      headers: kept.map(([name, value]): [string, string] => [name, String(value)]),
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
    });
    return { status: response.status, answer: (await response.text()).slice(0, 1_024) };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { answer: cause instanceof Error ? cause.message || cause.name : String(cause) };
  }
}

/** Prints a line for a forwarded notification. */
function printDelivery(
  output: CommandOutput,
  body: Buffer,
  status: number | undefined,
  answer: string,
): void {
  const { id, event, type, ...objects } = JSON.parse(body.toString()) as Record<string, unknown>;
  const object = objects[String(type)] as { id?: string } | undefined;
  const line = { id, event, objectId: object?.id, status: status ?? null };
  const shown = status === undefined ? say(`no answer: ${answer}`) : `HTTP ${status}`;
  output.result(status === undefined ? { ...line, error: answer } : line, () =>
    showLine({ ...line, status: shown }, {}, output),
  );
}
