import { performance } from "node:perf_hooks";
import { type SignatureRule, signWith } from "@packages/contract/src/signature.ts";
import { Agent, request } from "undici";
import { clearTimeout, setTimeout } from "../timers.ts";
import {
  type ConnectorOptions,
  makeGuardedConnector,
  RefusedAddressError,
} from "./guarded-connector.ts";
import type { Attempt, NotificationRow } from "./tables.ts";

/** Who a notification goes to, as far as its secret depends on it. */
export interface SecretOwner {
  /** Who made the call that caused it. */
  callerId: string;
  /** The registered receiver; null if an operation named the URL. */
  receiverId: string | null;
}

/** The secrets to sign with: two while one is replaced, the new one first. */
export type SigningSecrets = string | readonly string[];

/** How notifications are sent. */
export interface SenderOptions extends ConnectorOptions {
  /** Milliseconds that a receiver has for its whole response. */
  timeout: number;
  signature: SignatureRule;
  userAgent: string | undefined;
  clock: { now(): number };
  /** Replaces the connection to a URL of this process itself. */
  fetchFor?: ((url: string) => typeof globalThis.fetch | undefined) | undefined;
  secrets(owner: SecretOwner): SigningSecrets | Promise<SigningSecrets>;
}

export type Sender = ReturnType<typeof makeSender>;

/** Bytes of a response that are read. */
const maxResponse = 1024;

/** This process cannot open a connection: the receiver has not failed. */
export class NoConnectionError extends Error {
  override readonly name = "NoConnectionError";
}

/** The process, or the machine, has no file descriptor or port left. */
const localFailures = ["EMFILE", "ENFILE", "EADDRNOTAVAIL"];

class GivenUpError extends Error {
  override readonly name = "GivenUpError";
}

export function makeSender(options: SenderOptions) {
  const { timeout, signature, userAgent, clock, secrets, destinations, lookup } = options;
  const connect = makeGuardedConnector({ destinations, timeout, ...(lookup && { lookup }) });
  const agent = new Agent({ connect, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 });
  const underWay = new Set<AbortController>();

  const headersFor = async ({
    id,
    body,
    callerId,
    receiverId,
  }: NotificationRow): Promise<Record<string, string>> => ({
    "content-type": "application/json",
    ...(userAgent !== undefined && { "user-agent": userAgent }),
    // Signed at the real time: the receiver checks the age by its own clock.
    ...signWith(signature, id, body, { secret: await secrets({ callerId, receiverId }) }),
  });

  const post = async (
    url: string,
    body: string,
    sent: Record<string, string>,
    signal: AbortSignal,
  ) => {
    const ownFetch = options.fetchFor?.(url);
    if (ownFetch) {
      const {
        status,
        headers,
        body: answer,
      } = await ownFetch(url, {
        method: "POST",
        headers: sent,
        body,
        signal,
      });
      const error = describeStatus(status, headers.get("location") ?? undefined);
      return { status, response: answer && (await readStart(answer)), error };
    }
    const { target, authorization } = takeCredentials(url);
    const response = await request(target, {
      dispatcher: agent,
      method: "POST",
      headers: { ...authorization, ...sent },
      body,
      signal,
    });
    const { statusCode: status, headers } = response;
    const start = await readStart(response.body);
    return { status, response: start, error: describeStatus(status, headers.location) };
  };

  return {
    /**
     * Sends a notification once; undefined if that was given up by `abort`.
     *
     * @throws {NoConnectionError}
     */
    send: async (notification: NotificationRow): Promise<Attempt | undefined> => {
      const { url, body } = notification;
      const controller = new AbortController();
      const timer = setTimeout(() => controller.abort(new TookTooLongError()), timeout);
      underWay.add(controller);
      const at = clock.now();
      const start = performance.now();
      const duration = (): number => Math.round(performance.now() - start);
      let headersJson: string | null = null;
      try {
        const sent = await orAborted(headersFor(notification), controller.signal);
        headersJson = JSON.stringify(sent);
        const made = await post(url, body, sent, controller.signal);
        return { at, duration: duration(), headersJson, ...made };
      } catch (failure) {
        if (controller.signal.reason instanceof GivenUpError) return undefined;
        const cause = controller.signal.aborted ? controller.signal.reason : failure;
        if (localFailures.includes((cause as { code?: string } | undefined)?.code ?? ""))
          throw new NoConnectionError((cause as Error).message, { cause });
        const error =
          headersJson === null
            ? `It could not be signed: ${describeFailure(cause, timeout)}`
            : failureMessage(cause, timeout);
        return { at, duration: duration(), headersJson, status: null, response: null, error };
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    /** Gives up requests under way. */
    abort: () => {
      for (const controller of underWay) controller.abort(new GivenUpError());
    },
    close: () => agent.destroy(),
  };
}

/** A URL without the user and the password that it names, and these as a header: `https://user:password@host/`. */
function takeCredentials(url: string): { target: URL; authorization: Record<string, string> } {
  const target = new URL(url);
  const { username, password } = target;
  if (username === "" && password === "") return { target, authorization: {} };
  [target.username, target.password] = ["", ""];
  const pair = [username, password].map((part) => decodeURIComponent(part)).join(":");
  const encoded = Buffer.from(pair).toString("base64");
  return { target, authorization: { authorization: `Basic ${encoded}` } };
}

/** Waits no longer than until a signal: the provider's function for secrets need not end. */
function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });
}

function describeFailure(failure: unknown, timeout: number): string {
  if (failure instanceof TookTooLongError)
    return `there was no secret within ${timeout / 1000} seconds.`;
  return failure instanceof Error ? failure.message : String(failure);
}

function describeStatus(status: number, location: string | string[] | undefined): string | null {
  if (status >= 200 && status < 300) return null;
  if (status < 300 || status >= 400) return `The receiver answered ${status}.`;
  const target = location === undefined ? "" : ` to ${String(location).slice(0, 200)}`;
  return `The receiver answered ${status}, a redirect${target}: redirects are not followed.`;
}

/** Reads the start of a body, and hangs up if there is more. */
async function readStart(body: AsyncIterable<Uint8Array>): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= maxResponse) break;
  }
  // As a stream, so that a character that is cut in two is left out. Databases do not take the character NUL.
  const start = new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxResponse), {
    stream: true,
  });
  return start.replaceAll("\0", "\ufffd") || null;
}

/** A receiver that has not answered in its time. */
class TookTooLongError extends Error {
  override readonly name = "TookTooLongError";
}

const untrusted =
  "The receiver's certificate is not trusted: name the PEM file of its authority in NODE_EXTRA_CA_CERTS when you start this server";

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "The connection was refused: no server listens there",
  ENOTFOUND: "The host name does not exist",
  EAI_AGAIN: "The lookup of the host name failed",
  ECONNRESET: "The connection was reset before a response",
  EPIPE: "The connection was closed before a response",
  UND_ERR_SOCKET: "The connection was closed before a response",
  UND_ERR_CONNECT_TIMEOUT: "No connection could be made in time",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the response are too long",
  ETIMEDOUT: "No connection could be made in time",
  EHOSTUNREACH: "The host cannot be reached",
  ENETUNREACH: "The host's network cannot be reached",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  CERT_HAS_EXPIRED: "The receiver's certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "The receiver's certificate is for another host",
};

/**
 * Why there was no answer, in a sentence.
 *
 * @param timeout milliseconds that the receiver had
 */
function failureMessage(failure: unknown, timeout: number): string {
  if (failure instanceof TookTooLongError)
    return `There was no complete response within ${timeout / 1000} seconds.`;
  if (failure instanceof RefusedAddressError) return failure.message;
  // A host with several addresses has a reason for each.
  const error = (failure instanceof AggregateError ? failure.errors[0] : failure) as Error & {
    code?: string;
  };
  const reason = reasons[error.code ?? ""];
  return reason === undefined
    ? `No response could be read: ${error.message}`
    : `${reason} (${error.code}).`;
}
