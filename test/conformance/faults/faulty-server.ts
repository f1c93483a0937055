import { isUtf8 } from "node:buffer";
import { createHmac } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { PixCheckName } from "../../../packages/conformance/src/index.ts";
import { sendTrace } from "../../../packages/conformance/src/transport.ts";
import { createSandbox, type RunningSandbox } from "../../../packages/sandbox/src/index.ts";
import { makeDatabase } from "../../support/databases.ts";
import { listen } from "../../support/listen.ts";

export interface Message {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  /** The body as it came, if it is not UTF-8. */
  bytes?: Buffer;
  /** Milliseconds after which whoever sends it hangs up. */
  timeout?: number;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A notification on its way from the sandbox to a receiver, and what passes it on. */
export interface Delivery extends Message {
  /** Signs a body as the sandbox would. */
  sign(body: string, seconds?: number): string;
}

/** What a fault knows of the server that it is in. */
export interface World {
  sandbox: RunningSandbox;
  /** Epoch milliseconds of the sandbox. */
  now(): Promise<number>;
  /** A token of the first company. */
  token(): Promise<string>;
}

/** What a fault does: between a caller and the server, and between the server and a receiver. */
export interface Hooks {
  handle?(
    request: Message,
    forward: (request: Message) => Promise<RawResponse>,
  ): Promise<RawResponse>;
  /** Writes a response to the network, where that is done in a way of its own. */
  write?(outgoing: ServerResponse, response: RawResponse): void;
  deliver?(
    delivery: Delivery,
    send: (delivery: Message) => Promise<RawResponse>,
  ): Promise<RawResponse>;
}

/** Something that a server does wrong. */
export interface Fault {
  /** What it does, in a few words. */
  name: string;
  /** Checks that find it. */
  caughtBy: readonly PixCheckName[];
  /** Operations that have to be called for it to show; all where absent. */
  operations?: readonly string[];
  /** Whether the control plane shows it as well. */
  isAskedThrough?: true;
  make(world: World): Hooks;
}

/** A sandbox with a fault. */
export interface FaultyServer extends AsyncDisposable {
  url: string;
  sandbox: RunningSandbox;
}

export async function startFaulty({ make }: Pick<Fault, "make">): Promise<FaultyServer> {
  // CONFORMANCE_DATABASE=postgres tries every server on PostgreSQL; on SQLite otherwise.
  const onPostgres = process.env.CONFORMANCE_DATABASE === "postgres";
  const sandbox = await createSandbox(onPostgres ? { databaseUrl: await makeDatabase() } : {});
  const inner = await sandbox.listen({ port: 0 });
  let last = "";
  const world: World = {
    sandbox,
    now: async () => Date.parse((await sandbox.control.clock.read()).now),
    token: async () => {
      const { apiKey, apiSecret } = sandbox.credentials;
      const authorization = `Basic ${btoa(`${apiKey}:${apiSecret}`)}`;
      const response = await sandbox.fetch(`${inner}/api/auth`, {
        method: "POST",
        headers: { authorization },
      });
      // Where the limit of logins is reached, the last token is as good.
      const { token = last } = (await response.json()) as { token?: string };
      last = token;
      return token;
    },
  };
  const hooks = make(world);
  const relay = await startRelay(sandbox, hooks);
  const forward = async (request: Message) => {
    const answer = await send(inner + request.path, {
      ...request,
      body: relay.takeOver(request.body),
    });
    relay.learn(answer.body);
    return { ...answer, body: relay.giveBack(answer.body) };
  };
  const front = await listen(async (incoming, outgoing) => {
    try {
      const request = await read(incoming);
      const answer = await (hooks.handle ? hooks.handle(request, forward) : forward(request));
      (hooks.write ?? write)(outgoing, answer);
    } catch {
      outgoing.destroy();
    }
  });
  return {
    url: front.url,
    sandbox,
    [Symbol.asyncDispose]: async () => {
      for (const { close } of [front, relay]) close();
      await sandbox.close();
    },
  };
}

/** Stands where the receivers of notifications are, and passes on what comes for them. */
async function startRelay(sandbox: RunningSandbox, { deliver }: Hooks) {
  const secrets = new Map<string, string>();
  let target = "";
  const { url, close } = await listen(async (incoming, outgoing) => {
    const message = await read(incoming);
    const company = (await sandbox.control.credentials()).companyId;
    const { postbackSecret } = await sandbox.control.companies.postbackSecret(company);
    const delivery: Delivery = {
      ...message,
      sign: (body, seconds = Math.floor(Date.now() / 1000)) => {
        const secret = secrets.get(message.path) ?? postbackSecret;
        return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`;
      },
    };
    const pass = (one: Message) => send(target + one.path, one);
    write(outgoing, await (deliver ? deliver(delivery, pass) : pass(delivery)).catch(() => fail));
  });
  return {
    takeOver: (body: string): string =>
      body.replace(/http:\/\/127\.0\.0\.1:[0-9]+\/conformance-suite(?=\/)/, (found) => {
        target = found;
        return url;
      }),
    giveBack: (body: string): string => body.replaceAll(url, target),
    /** Notes the secret of a registration. */
    learn: (body: string): void => {
      const found = /"url":"http:\/\/[^/]+([^"]*)".*"secret":"([^"]+)"/.exec(body);
      if (found) secrets.set(found[1] ?? "", found[2] ?? "");
    },
    close,
  };
}

const fail: RawResponse = { status: 502, headers: {}, body: "" };

async function read(incoming: IncomingMessage): Promise<Message> {
  const own = ["host", "connection", "content-length", "transfer-encoding", "keep-alive"];
  const others = Object.entries(incoming.headers).filter(([name]) => !own.includes(name));
  const bytes = await buffer(incoming);
  const headers = Object.fromEntries(others.map(([name, value]) => [name, String(value)]));
  return {
    method: incoming.method ?? "",
    path: incoming.url ?? "",
    headers,
    body: bytes.toString("utf8"),
    ...(!isUtf8(bytes) && { bytes }),
  };
}

async function send(
  url: string,
  { method, headers, body, bytes, timeout = 600_000 }: Message,
): Promise<RawResponse> {
  if (method === "TRACE") {
    const traced = await sendTrace({ url, headers }, timeout);
    return { ...traced, headers: Object.fromEntries(traced.headers), body: traced.text };
  }
  const whole = bytes?.toString("utf8") === body ? bytes : body;
  const bare = method === "GET" || body === "";
  const signal = AbortSignal.timeout(timeout);
  const response = await fetch(url, {
    method,
    headers,
    redirect: "manual",
    signal,
    ...(bare ? {} : { body: whole }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  };
}

/** Headers of a response that its connection does not set. */
export function headersOf({ headers }: RawResponse): Record<string, string> {
  const { "content-length": _, "transfer-encoding": __, connection: ___, ...others } = headers;
  return others;
}

function write(outgoing: ServerResponse, response: RawResponse): void {
  outgoing.writeHead(response.status, headersOf(response)).end(response.body);
}
