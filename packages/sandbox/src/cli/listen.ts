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

/** Where notifications are received. */
const loopback = "127.0.0.1";

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
    ["listen", "listen --forward-to http://127.0.0.1:3000/pix"],
  ),
)
  .option("--company-id <ID>", "identifier of the company (default: the first)")
  .option("--forward-to <URL>", "URL of the program, like http://127.0.0.1:3000/pix", readUrl)
  .action(async (options: ListenFlags) => {
    const { forwardTo: target, companyId } = options;
    const output = makeOutput(options);
    const sandbox = connect(options, output);
    if (!isLoopbackHost(new URL(sandbox.address.url).hostname)) {
      throw new CommandError(
        `${sandbox.address.url} is on another machine, which cannot reach this one: register a public URL there instead.`,
        "NOT_LOCAL",
      );
    }
    const receiver = await startReceiver(target, output);
    const stopped = untilSignal();
    try {
      const { id, secret } = await registerWebhook(sandbox, {
        url: receiver.url,
        name: `pix-sandbox listen: ${target ?? "print"}`,
        ...(companyId !== undefined && { companyId }),
      });
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

async function registerWebhook(
  { address: { url }, call }: SandboxConnection,
  webhook: ControlSchemas["NewWebhook"],
) {
  return call("addWebhook", webhook).catch((error: unknown) => {
    if (!(error instanceof CommandError) || error.code !== "VALIDATION_ERROR") throw error;
    throw new CommandError(
      `${url} takes https: URLs alone: it was started with --strict, or others can reach it.`,
      "NOT_LOCAL",
    );
  });
}

/** Takes notifications of the sandbox, forwards them unchanged, and answers as the target answers: 200 without a target. */
async function startReceiver(target: string | undefined, output: CommandOutput) {
  // Not to be guessed: other programs of this machine shall not get through to the target.
  const path = `/${randomBytes(16).toString("base64url")}`;
  const server = createServer(async (request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    if (request.method !== "POST") return void response.writeHead(200).end();
    const body = await buffer(request);
    const { status, answer } =
      target === undefined
        ? { status: 200, answer: "" }
        : await forward(target, request.headers, body);
    printDelivery(output, body, status, answer);
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
