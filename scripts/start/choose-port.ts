import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { UsageError } from "@packages/contract/src/command.ts";
import { StartError } from "./start-error.ts";

/** A port for a server. */
export interface ChosenPort {
  port: number;
  /** A sentence about it if it is not the usual port. */
  remark?: string;
}

/**
 * Chooses a port of this machine before anything claims to run there: the one that a flag gives, which has to be free,
 * or the usual one, or a free one if that is in use.
 *
 * @param flag the flag that sets the port: `--mock-port`
 * @param given the flag's value, if it was given
 * @throws {UsageError} if the flag gives no port
 * @throws {StartError} if it gives one that is in use
 */
export async function choosePort(
  flag: string,
  usual: number,
  given: string | undefined,
): Promise<ChosenPort> {
  const wanted = Number(given ?? usual);
  if (!/^\d+$/.test(given ?? "0") || wanted > 65_535)
    throw new UsageError(`${flag} cannot be '${given}'. It takes a whole number from 0 to 65535.`);
  const port = await bind(wanted);
  if (port !== undefined) return { port };
  if (given !== undefined)
    throw new StartError(
      `Port ${wanted} is in use: stop what listens there, or choose another with ${flag}.`,
    );
  const other = await bind(0);
  if (other === undefined) throw new StartError("This machine has no free port.");
  return {
    port: other,
    remark: `Port ${usual} is in use, so it listens on ${other}; choose another with ${flag}.`,
  };
}

/** Listens for a moment on a port, or on any that is free for 0. The port, or undefined if it cannot be had. */
async function bind(port: number): Promise<number | undefined> {
  const server = createServer();
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return (server.address() as AddressInfo).port;
  } catch {
    return undefined;
  } finally {
    server.close();
  }
}
