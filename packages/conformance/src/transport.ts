import http from "node:http";
import https from "node:https";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { StopError } from "./errors.ts";
import type { Answered, Exchange, SentRequest } from "./exchange.ts";
import { tryParseJson } from "./json-values.ts";

/** Requests in a row without a response after which the suite looks whether the server is still there. */
const maxLost = 3;

export type RequestTransport = ReturnType<typeof makeTransport>;

/**
 * Sends requests, and notices when the server is gone.
 *
 * @param timeout milliseconds that a response may take
 */
export function makeTransport(url: string, timeout: number) {
  let lost = 0;
  let look: Promise<void> | undefined;

  /** Sends a request once more if its connection was reset and a repeat has no further effect. */
  const sendTwice = async (request: SentRequest): Promise<SendOutcome> => {
    const outcome = await fetchResponse(request, timeout);
    if (!outcome.isReset) return outcome;
    transport.resets += 1;
    return /^(GET|HEAD|OPTIONS)$/.test(request.method) ? fetchResponse(request, timeout) : outcome;
  };
  /** A server that fails at some requests still answers others, and one that restarts is back in a moment. */
  const lookAgain = async (failure: string, last: string) => {
    for (let attempt = 0; attempt < 3; attempt++) {
      if (attempt > 0) await sleep(1_000);
      const { response } = await fetchResponse(
        { method: "GET", url, headers: {} },
        Math.min(timeout, 5_000),
      );
      if (!response) continue;
      lost = 0;
      return;
    }
    throw new StopError(
      `The server at ${url} no longer answers: ${failure}. The last request was ${last}.`,
    );
  };
  const transport = {
    /** Requests that have no response yet. */
    inFlight: 0,
    /** Requests whose connection was reset before a response came. */
    resets: 0,

    /** @returns the response, or why there is none @throws {StopError} when the server no longer answers anything */
    async send(request: SentRequest): ReturnType<typeof sendTwice> {
      transport.inFlight += 1;
      const outcome = await sendTwice(request).finally(() => {
        transport.inFlight -= 1;
      });
      lost = outcome.response ? 0 : lost + 1;
      if (lost >= maxLost) {
        look ??= lookAgain(outcome.failure ?? "", `${request.method} ${request.url}`).finally(
          () => {
            look = undefined;
          },
        );
        await look;
      }
      return outcome;
    },

    /** Waits for the responses on their way, for some milliseconds: their objects have to be deleted. */
    async land(milliseconds: number): Promise<void> {
      for (let left = milliseconds; left > 0 && transport.inFlight > 0; left -= 10) await sleep(10);
    },
  };
  return transport;
}

type SendOutcome = Pick<Exchange, "response" | "failure" | "isReset">;

async function fetchResponse(request: SentRequest, timeout: number): Promise<SendOutcome> {
  const { method, url, headers, body, bytes: own, isChunked } = request;
  try {
    // `fetch` refuses to send it.
    if (method === "TRACE")
      return { response: await sendTrace(request, timeout), failure: undefined };
    const whole = own ?? body;
    const sent = isChunked ? new Blob([body ?? ""]).stream() : whole;
    const response = await fetch(url, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.timeout(timeout),
      ...(sent !== undefined && { body: sent, duplex: "half" }),
    });
    const { status, headers: received } = response;
    const bytes = Buffer.from(await response.arrayBuffer());
    return { response: readResponse(status, received, bytes), failure: undefined };
  } catch (error) {
    const failure = describeFailure(error);
    const isReset = /ECONNRESET|EPIPE|other side closed/.test(failure);
    return { response: undefined, failure, ...(isReset && { isReset }) };
  }
}

function readResponse(status: number, headers: Headers, bytes: Buffer): Answered["response"] {
  const text = bytes.toString("utf8");
  return { status, headers, bytes, text, json: tryParseJson(text.replace(/^\ufeff/, "")) };
}

/** Sends a request of the method TRACE. */
export async function sendTrace(
  { url, headers }: Pick<SentRequest, "url" | "headers">,
  timeout: number,
): Promise<Answered["response"]> {
  const { request } = url.startsWith("https:") ? https : http;
  const signal = AbortSignal.timeout(timeout);
  const incoming = await new Promise<http.IncomingMessage>((resolve, reject) => {
    request(url, { method: "TRACE", headers, signal }, resolve).on("error", reject).end();
  });
  const received = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return readResponse(incoming.statusCode ?? 0, new Headers(received), await buffer(incoming));
}

/** Why a request got no response, in words. */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError") return "it took too long (--timeout)";
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  const { code = "", message }: NodeJS.ErrnoException = cause;
  if (/SELF_SIGNED|SIGNATURE|ISSUER/.test(code))
    return `${message.split(";")[0]} (${code}); --ca FILE names the authority to trust`;
  // OpenSSL's own words name its source files.
  if (code.startsWith("ERR_SSL_"))
    return `the server does not speak TLS that this machine understands (${code})`;
  // Several addresses of one name have failed, each in its own way.
  return message || code || error.message;
}
