import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describeListenError } from "@packages/contract/src/command.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { corsHeaders, exposedHeaders } from "./cors.ts";
import { handleRequest } from "./handle-request.ts";
import { isForPeople, landingPage, pageLanguage } from "./landing-page.ts";
import { type MockResponse, responseForCause, writeResponse } from "./mock-response.ts";
import { createPrism } from "./prism.ts";
import { matchOperation, readTarget } from "./route.ts";

/** The contract that a package was generated for: its OpenAPI document, and its model (`contract.json`). */
export interface OwnContract {
  document: object;
  contract: object;
}

/** How to start a mock. */
export interface MockOptions {
  /** Port to listen on, 0 for any that is free. Default: 4010. */
  port?: number;
  /** Address to listen on. Default: 127.0.0.1, so that other machines do not reach it. */
  host?: string;
  /** OpenAPI document to answer from, together with `contract`. Default: the package's own. */
  document?: object;
  /** Contract model of the document. Default: the package's own. */
  contract?: object;
  /** Pages that its own page at `/` leads to, by their titles. Default: none. */
  links?: Record<string, string>;
  /** Milliseconds before each response; a request may set another delay. Default: 0. */
  delay?: number;
  /** Takes one line for each request. Default: nothing is logged. */
  log?: (line: string) => void;
}

/** A mock that listens. */
export interface Mock {
  /** Where it listens, without a slash at the end. */
  url: string;
  /** Stops at once, with requests still open. */
  close(): Promise<void>;
}

/**
 * Starts a mock: Prism, answering from the examples of the contract, for any origin.
 *
 * A request can select each response by name, `Prefer: code=429` or `Prefer: example=<name>`, whatever else it holds.
 *
 * @throws if it cannot listen at the address: a sentence with the reason, and `code` as Node has it, like `EADDRINUSE`
 * @param own the contract that it mocks if the options name no other
 */
export async function startMockFrom(own: OwnContract, options: MockOptions = {}): Promise<Mock> {
  const { port = 4010, host = "127.0.0.1", log = () => {}, links = {}, delay = 0 } = options;
  if (!options.document !== !options.contract)
    throw new TypeError("`document` and `contract` belong together.");
  const document = (options.document ?? own.document) as Document;
  const contract = (options.contract ?? own.contract) as Contract;
  const prism = await createPrism(document, contract);
  const exposed = exposedHeaders(contract);

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const write = (given: MockResponse, note = "") => {
      writeResponse(response, {
        ...given,
        headers: { ...corsHeaders(request, exposed), ...given.headers },
      });
      const line =
        `${describeRequest(request)} → ${given.status} ${given.shows ?? ""} ${note}`.trimEnd();
      // A terminal shows a client's string only if it is printable.
      log(line.replace(/[^ -~→…]/g, "?"));
    };
    try {
      if (isLandingPage(contract, request)) {
        const { query } = readTarget(request.url ?? "/");
        return write(landingPage(contract, url, links, pageLanguage(query, request.headers)));
      }
      write(await handleRequest(contract, prism, request, delay));
    } catch (error) {
      // A client that went away needs no response.
      if (request.destroyed && !request.complete) return;
      write(
        responseForCause(contract, "internal", 500),
        `(${error instanceof Error ? error.message : error})`,
      );
    }
  };

  const server = createServer((request, response) => void serve(request, response));
  const url = await openPort(server, port, host);
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whether a browser opens the root of the mock, and the contract has no operation there. */
function isLandingPage(
  contract: Contract,
  { method = "", url = "", headers }: IncomingMessage,
): boolean {
  const isRead = method === "GET" || method === "HEAD";
  return (
    isRead &&
    readTarget(url).path === "/" &&
    isForPeople(headers) &&
    !matchOperation(contract, method, "/")
  );
}

function describeRequest({ method, url = "" }: IncomingMessage): string {
  const [path = ""] = url.split("?");
  return `${method} ${path.length > 100 ? `${path.slice(0, 100)}…` : path}`;
}

/** Makes a server listen; returns its URL. */
async function openPort(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(explainListenFailure(error, port, host)),
    );
    server.listen(port, host, resolve);
  });
  const { address, family, port: bound } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${bound}`;
}

function explainListenFailure(cause: NodeJS.ErrnoException, port: number, host: string): Error {
  const sentence = describeListenError(cause.code, port, host);
  return sentence === undefined
    ? cause
    : Object.assign(new Error(sentence, { cause }), { code: cause.code });
}
