// Generated from scripts/client/runtime/http.ts by `npm run generate`: edit that, not this file.
// The only module that knows openapi-fetch.
import createClient, { type Client } from "openapi-fetch";
import type { Fetch } from "./options.ts";
import type { Prepared } from "./prepare.ts";

/** An answer, read to its end. */
export interface HttpAnswer {
  /** Whether it is a success. */
  ok: boolean;
  status: number;
  headers: Headers;
  /** The body as JSON; as text where it is no JSON, undefined where there is none. */
  body: unknown;
}

/** Sends a request. Rejects with what `fetch` rejects with. */
export type Send = (request: Prepared, authorization: string, signal: AbortSignal) => Promise<HttpAnswer>;

/** What openapi-fetch makes instead of a `Request`: the parts of one, which a `fetch` takes as they are. */
class Draft {
  declare readonly url: string;
  declare readonly init: RequestInit;

  constructor(url: string, init: RequestInit & { text?: string }) {
    this.url = url;
    this.init = init;
    // openapi-fetch itself adds the method, and whatever else it needs.
    init.body = init.text as string;
  }
}

/** Makes the function that sends requests. */
export function createSend(baseUrl: string, fetch: Fetch): Send {
  const http = createClient({
    baseUrl,
    // Building a real `Request` costs more than the rest of a call.
    Request: Draft as unknown as typeof Request,
    fetch: (request) => {
      const { url, init } = request as unknown as Draft;
      return fetch(url, init);
    },
  });
  // The runtime checks its requests itself: their types are of no use here.
  const call = http.request as (method: string, path: string, init: object) => Promise<Answer>;
  return async ({ facts, params, body }, authorization, signal) => {
    params.header.Authorization = authorization;
    const { data, error, response } = await call(facts.method, facts.path, {
      params,
      // As a `body`, openapi-fetch would build the headers twice.
      text: body,
      signal,
      // Where a redirect leads is not the service that the credentials and the money are for.
      redirect: "manual",
      parseAs: "text",
    });
    const { ok, status, headers } = response;
    return { ok, status, headers, body: ok ? parse(data) : error };
  };
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The openapi-fetch client of a contract, for requests that are sent as they are. */
export function createRawClient<Paths extends object>(
  baseUrl: string,
  fetch: (request: Request) => Promise<Response>,
): Client<Paths> {
  return createClient<Paths>({ baseUrl, fetch });
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(text as string);
  } catch {
    return text;
  }
}
