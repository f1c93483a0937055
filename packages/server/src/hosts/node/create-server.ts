import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { makeCore } from "../../core.ts";
import { sendHealth } from "../../http/health.ts";
import { isSoundHead } from "../../http/request-head.ts";
import { makeRequestIds } from "../../http/request-ids.ts";
import { makeLogger, silentLogger } from "../../observe/logger.ts";
import type { AnyOptions } from "../../options.ts";
import { type Bindings, makeService } from "../../service.ts";
import { makeAddressOf } from "./client-address.ts";
import { announceClose, isClosing, timeLeftToClose } from "./end-gracefully.ts";
import { NodeExchange, readNodeBody } from "./node-exchange.ts";
import { prepareSockets } from "./prepare-server.ts";
import { type ServerSettings, timeoutOptions } from "./settings.ts";
import { handleClientErrors } from "./socket-errors.ts";

/** A server of a contract. */
export interface ContractServer extends AsyncDisposable {
  /** Node's own, for what is not said here. */
  readonly server: Server;
  /**
   * Starts to take requests.
   *
   * @param address port 0 for any that is free; all addresses of the machine where `host` is absent
   * @returns where: `http://127.0.0.1:8080`
   */
  listen(address?: { port?: number; host?: string }): Promise<string>;
  /** Stops taking requests, and waits for what still runs, at most `timeouts.close` milliseconds. */
  close(): Promise<void>;
}

/**
 * Makes a server with every operation of a contract on `node:http`.
 *
 * @throws {SetupError} where an authenticator is missing, or a handler without `partial`
 */
export async function createContractServer(
  bindings: Bindings,
  options: AnyOptions & ServerSettings,
): Promise<ContractServer> {
  const { contract } = bindings;
  const { logger = {}, loggerInstance, drainDelay = 0, health = "/health", ready } = options;
  const log = loggerInstance ?? (logger ? makeLogger(logger, contract.sensitive) : silentLogger);
  const service = makeService(bindings, { ...options, health }, log);
  const core = makeCore(service, readNodeBody);
  const host = { service, makeId: makeRequestIds(), addressOf: makeAddressOf(options.trustProxy) };

  const server = createServer({ ...timeoutOptions(options.timeouts) }, handle);
  server.on("clientError", handleClientErrors(contract, service.clock));
  prepareSockets(server, contract, service.clock, options.timeouts);

  function handle(message: IncomingMessage, response: ServerResponse): void {
    const exchange = new NodeExchange(host, message, response);
    const found = core.find(message.method as string, message.url as string);
    exchange.operation = found.route?.operation;
    if (!found.route && isHealth(message)) sendHealth(exchange, ready, isClosing(server));
    else core.handle(exchange, found, isSoundHead(message));
  }

  function isHealth({ method, url = "" }: IncomingMessage): boolean {
    return (method === "GET" || method === "HEAD") && health !== false && url.replace(/\?.*$/s, "") === health;
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    if (!server.listening) return;
    announceClose(server);
    if (drainDelay > 0) await sleep(drainDelay);
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (!(await service.running.settled(timeLeftToClose(server)))) {
      log.warn({}, "The server has closed, and handlers still run.");
    }
  }

  return {
    server,
    listen: ({ port = 0, host: address } = {}) => listen(server, port, address),
    close: () => {
      closing ??= close();
      return closing;
    },
    [Symbol.asyncDispose]: () => {
      closing ??= close();
      return closing;
    },
  };
}

function listen(server: Server, port: number, host: string | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ port, ...(host !== undefined && { host }) }, () => {
      server.off("error", reject);
      const { address, family, port: taken } = server.address() as AddressInfo;
      const name = address === "::" || address === "0.0.0.0" ? "localhost" : address;
      resolve(`http://${family === "IPv6" && name !== "localhost" ? `[${name}]` : name}:${taken}`);
    });
  });
}
