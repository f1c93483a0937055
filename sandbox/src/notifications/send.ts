import { performance } from "node:perf_hooks";
import { signatureHeader as contractHeader, signNotification } from "@pix-contract/server";
import { Agent, type Dispatcher as HttpDispatcher, request } from "undici";
import type { Sandbox } from "../context.ts";
import type { NotificationRow } from "../storage/tables.ts";
import { clearTimeout, setTimeout } from "../timers.ts";
import { failureMessage, TookTooLongError } from "./failure-message.ts";
import { type ConnectorOptions, makeGuardedConnector } from "./guarded-connector.ts";

/** One try to deliver a notification. */
export interface Attempt {
  /** Epoch milliseconds, by the sandbox's clock. */
  at: number;
  /** Milliseconds. */
  duration: number;
  /** HTTP status; null where there was no answer. */
  status: number | null;
  /** Why it counts as failed, in a sentence; null where it succeeded. */
  error: string | null;
  /** Start of the answer's body. */
  answer: string | null;
  /** JSON of the headers that were sent; null where nothing was. */
  headersJson: string | null;
}

/** How notifications are sent. */
export interface SenderOptions extends Pick<ConnectorOptions, "lookup"> {
  /** Milliseconds that a receiver has for its whole answer. */
  timeout: number;
  /** Connections to one receiver. */
  connections: number;
  /** Name of the header with the signature; the contract's if absent. */
  signatureHeader?: string;
}

export interface Sender {
  /** Sends a notification once; undefined where that was given up by `abort`. */
  send(notification: NotificationRow): Promise<Attempt | undefined>;
  /** Gives up what is being sent. */
  abort(): void;
  close(): Promise<void>;
}

/** Bytes of an answer that are read. */
const longestAnswer = 1024;

class GivenUpError extends Error {
  override readonly name = "GivenUpError";
}

export function makeSender(sandbox: Sandbox, options: SenderOptions): Sender {
  const { timeout, connections, lookup, signatureHeader = contractHeader } = options;
  const connect = makeGuardedConnector({
    destinations: () => sandbox.destinations,
    timeout,
    ...(lookup && { lookup }),
  });
  const agent = new Agent({ connect, connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const underWay = new Set<AbortController>();

  const headersFor = ({ body, ...row }: NotificationRow): Record<string, string> => ({
    "content-type": "application/json",
    "user-agent": "pix-sandbox",
    // Signed at the real time: the receiver checks the age by its own clock, which no control plane moves.
    [signatureHeader]: signNotification(body, { secret: secretFor(sandbox, row) }),
  });

  const post = async (url: string, body: string, sent: Record<string, string>, signal: AbortSignal) => {
    const response = await request(url, { dispatcher: agent, method: "POST", headers: sent, body, signal });
    const { statusCode: status, headers } = response;
    const answer = await readStart(response.body);
    return { status, answer, error: describeStatus(status, headers.location) };
  };

  return {
    send: async (notification) => {
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new TookTooLongError()), timeout);
      underWay.add(controller);
      const at = sandbox.clock.now();
      const start = performance.now();
      const duration = (): number => Math.round(performance.now() - start);
      const sent = headersFor(notification);
      const headersJson = JSON.stringify(sent);
      try {
        const { status, answer, error } = await post(notification.url, notification.body, sent, controller.signal);
        return { at, duration: duration(), status, error, answer, headersJson };
      } catch (failure) {
        if (controller.signal.reason instanceof GivenUpError) return undefined;
        const cause = controller.signal.aborted ? controller.signal.reason : failure;
        return {
          at,
          duration: duration(),
          status: null,
          error: failureMessage(cause, timeout),
          answer: null,
          headersJson,
        };
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    abort: () => {
      for (const controller of underWay) controller.abort(new GivenUpError());
    },
    close: () => agent.destroy(),
  };
}

/** Secret of the receiver: a registration has its own, a `postbackUrl` has the company's. */
function secretFor({ secrets }: Sandbox, { webhookId, companyId }: Pick<NotificationRow, "webhookId" | "companyId">) {
  return webhookId === null ? secrets.postbackSecret(companyId) : secrets.webhookSecret(webhookId);
}

function describeStatus(status: number, location: string | string[] | undefined): string | null {
  if (status >= 200 && status < 300) return null;
  if (status < 300 || status >= 400) return `The receiver answered ${status}.`;
  const target = location === undefined ? "" : ` to ${String(location).slice(0, 200)}`;
  return `The receiver answered ${status}, a redirect${target}: redirects are not followed.`;
}

/** Reads the start of a body, and hangs up where there is more. */
async function readStart(body: HttpDispatcher.ResponseData["body"]): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= longestAnswer) break;
  }
  // As a stream, so that a character that is cut in two is left out. Databases do not take the character NUL.
  const text = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, longestAnswer), { stream: true });
  return text.replaceAll("\0", "\ufffd") || null;
}
