import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { RequestLogger } from "../../observe/logger.ts";
import type { AnyOptions } from "../../options.ts";
import type { Bindings } from "../../service.ts";
import { openHost } from "../open-host.ts";
import { makeAddressOf } from "./client-address.ts";
import { timeLeftToClose } from "./end-gracefully.ts";
import { NodeExchange, readNodeBody } from "./node-exchange.ts";
import { handleClientErrors, prepareSockets } from "./prepare-server.ts";
import { type ServerSettings, timeoutOptions } from "./settings.ts";

/** A server of a contract. */
export interface ContractServer extends AsyncDisposable {
  /** Node's own options, for those that are absent here. */
  readonly server: Server;
  /**
   * Starts to take requests.
   *
   * @param address port 0 for any that is free; all addresses of the machine if `host` is absent
   * @returns where: `http://127.0.0.1:8080`
   */
  listen(address?: { port?: number; host?: string }): Promise<string>;
  /** Stops taking requests, and waits for those under way, at most `timeouts.close` milliseconds. */
  close(): Promise<void>;
}

/**
 * Makes a server with every operation of a contract on `node:http`.
 *
 * @throws {SetupError} if an authenticator is missing, or a handler without `partial`
 */
export async function createContractServer(
  bindings: Bindings,
  options: AnyOptions & ServerSettings,
): Promise<ContractServer> {
  const { contract } = bindings;
  const { health = "/health" } = options;
  const host = openHost(bindings, { ...options, health }, readNodeBody);
  const { service } = host;
  const shared = { service, makeId: host.makeId, addressOf: makeAddressOf(options.trustProxy) };

  const server = createServer(timeoutOptions(options.timeouts), (message, response) => {
    try {
      const exchange = new NodeExchange(shared, message, response);
      const found = host.find(message.method as string, message.url as string);
      host.answer(exchange, found, exchange.head.hasUnambiguousHead);
    } catch (failure) {
      // A listener before this one took the request apart.
      new RequestLogger(service.log, host.makeId()).error(
        { err: failure },
        "A request could not be read.",
      );
      response.destroy();
    }
  });
  server.on("clientError", handleClientErrors(contract, service.clock));
  prepareSockets(server, contract, service.clock, options.timeouts);

  async function closeOnce(): Promise<void> {
    if (!server.listening) return;
    await new Promise<void>((resolve) => server.close(() => resolve()));
    if (!(await service.running.settled(timeLeftToClose(server)))) {
      service.log.warn({}, "The server has closed, and handlers still run.");
    }
  }

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= closeOnce();
    return closing;
  };
  return {
    server,
    listen: ({ port = 0, host: address } = {}) => openPort(server, port, address),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function openPort(server: Server, port: number, host: string | undefined): Promise<string> {
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
