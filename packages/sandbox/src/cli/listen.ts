import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { CreatedWebhook } from "@pix-contract/client";
import { isLoopbackHost } from "../notifications/destinations.ts";
import { CommandError, type CredentialOptions, forCompany, makeCommand, readUrl } from "./command.ts";
import { logIn, type Service } from "./connection.ts";
import { makeOutput, type Output } from "./output.ts";
import { untilSignal } from "./until-signal.ts";

/** Milliseconds that the program behind --forward-to has; the sandbox itself gives up after 10 seconds. */
const timeout = 9_000;

/** What the names of the webhooks that this command makes begin with; the URL of the program follows. */
const namePrefix = "pix-sandbox listen: ";

/** URL of the program behind a webhook of this command's; undefined for any other webhook. */
export function forwardedTo(name: string): string | undefined {
  return name.startsWith(namePrefix) ? name.slice(namePrefix.length) : undefined;
}

/** Headers that belong to a connection, not to what is sent over it. */
const ownHeaders = new Set(["connection", "content-length", "host", "keep-alive", "transfer-encoding"]);

interface ListenOptions extends CredentialOptions {
  forwardTo: string;
}

export const listen = forCompany(
  makeCommand(
    "listen",
    "Forward every notification of the company to a program on this machine",
    ["listen --forward-to http://127.0.0.1:3000/pix"],
    `Registers a URL of this machine while it runs. The sandbox receives the response of the program: if it fails, the
notification is sent again later. The secret that is printed verifies the signatures.`,
  ),
)
  .requiredOption("--forward-to <URL>", "URL of the program, like http://127.0.0.1:3000/pix", readUrl)
  .action(async (options: ListenOptions) => {
    const { forwardTo: target } = options;
    const output = makeOutput(options);
    const service = await logIn(options);
    if (!isLoopbackHost(new URL(service.url).hostname)) {
      throw new CommandError(
        `${service.url} is on another machine, which cannot reach this one: register a public URL there instead.`,
        "NOT_LOCAL",
      );
    }
    const receiver = await startReceiver(target, output);
    const stopped = untilSignal();
    try {
      await removeLeftovers(service);
      const { id, secret } = await register(service, receiver.url, target);
      output.result({ ready: true, forwardTo: target, webhookId: id, secret }, () => {
        return `Notifications go to ${output.style("bold", target)}. Ctrl-C ends it.\n\nPIX_WEBHOOK_SECRET=${secret}\n`;
      });
      await stopped;
      await remove(service, id).catch((error: unknown) => {
        // A sandbox that has gone away, or was reset, has nothing to be removed.
        if (!(error instanceof CommandError)) throw error;
      });
    } finally {
      receiver.close();
    }
  });

async function register({ url: place, pix, take }: Service, url: string, target: string): Promise<CreatedWebhook> {
  const body = { url, name: namePrefix + target };
  return take(() => pix.POST("/api/v1/webhook", { body })).catch((error: unknown) => {
    if (!(error instanceof CommandError) || error.code !== "VALIDATION_ERROR") throw error;
    throw new CommandError(
      `${place} takes https: URLs alone: it was started with --strict, or others can reach it.`,
      "NOT_LOCAL",
    );
  });
}

/** Removes what a run that was killed has left behind. */
async function removeLeftovers(service: Service): Promise<void> {
  const { pix, take } = service;
  for (const { id, url, name } of await take(() => pix.GET("/api/v1/webhook"))) {
    if (forwardedTo(name) !== undefined && !(await isAlive(url))) await remove(service, id);
  }
}

async function remove({ pix, take }: Service, id: string): Promise<void> {
  await take(() => pix.DELETE("/api/v1/webhook/{id}", { params: { path: { id } } }));
}

async function isAlive(url: string): Promise<boolean> {
  return fetch(url, { method: "HEAD", signal: AbortSignal.timeout(2_000) }).then(
    () => true,
    () => false,
  );
}

interface Receiver {
  url: string;
  close(): void;
}

/** Takes what the sandbox sends, hands it on as it is, and answers as the target answers. */
async function startReceiver(target: string, output: Output): Promise<Receiver> {
  // Not to be guessed: other programs of this machine shall not get through to the target.
  const path = `/${randomBytes(16).toString("base64url")}`;
  const server = createServer(async (request, response) => {
    if (request.url !== path) return void response.writeHead(404).end();
    if (request.method !== "POST") return void response.writeHead(200).end();
    const body = await buffer(request);
    const { status, answer } = await forward(target, request.headers, body);
    print(output, body, status, answer);
    response.writeHead(status ?? 502).end(answer);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** @returns without a status where the target does not answer, and why */
async function forward(
  target: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): Promise<{ status?: number; answer: string }> {
  const kept = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
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

/** Prints what was forwarded, in a line. */
function print(output: Output, body: Buffer, status: number | undefined, answer: string): void {
  const { id, event, type, ...objects } = JSON.parse(body.toString()) as Record<string, unknown>;
  const object = objects[String(type)] as { id?: string } | undefined;
  const line = {
    id,
    event,
    objectId: object?.id,
    status: status ?? null,
    ...(status === undefined && { error: answer }),
  };
  output.result(line, () => {
    const good = status !== undefined && status >= 200 && status < 300;
    const shown = status === undefined ? `no answer: ${answer}` : `HTTP ${status}`;
    return [
      String(event).padEnd(20),
      object?.id,
      output.style("dim", String(id)),
      output.style(good ? "green" : "red", shown),
    ].join("  ");
  });
}
