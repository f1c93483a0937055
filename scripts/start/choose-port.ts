import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { UsageError } from "../../packages/contract/src/command.ts";
import { StartError } from "./start-error.ts";

/** A port for a server. */
export interface ChosenPort {
  port: number;
  /** What to tell of it, where it is another than the usual one. */
  remark?: string;
}

/**
 * Chooses a port of this machine before anything claims to run there: the one that a flag gives, which has to be free,
 * or the usual one, or where that is in use one that is free.
 *
 * @param flag what sets the port: `--mock-port`
 * @param given what the flag says, if it was given
 * @throws {UsageError} where the flag gives no port
 * @throws {StartError} where it gives one that is in use
 */
export async function choosePort(flag: string, usual: number, given: string | undefined): Promise<ChosenPort> {
  if (given === undefined) {
    if (await isFree(usual)) return { port: usual };
    const port = await findFree();
    return { port, remark: `Port ${usual} is in use, so it listens on ${port}; choose another with ${flag}.` };
  }
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65_535) throw new UsageError(`${flag} has to be from 0 to 65535: ${given}`);
  if (port === 0) return { port: await findFree() };
  if (await isFree(port)) return { port };
  throw new StartError(`Port ${port} is in use: stop what listens there, or choose another with ${flag}.`);
}

async function isFree(port: number): Promise<boolean> {
  const bound = await bind(port);
  return bound !== undefined;
}

async function findFree(): Promise<number> {
  const port = await bind(0);
  if (port === undefined) throw new Error("This machine has no free port.");
  return port;
}

/** Listens for a moment. The port, or undefined where it cannot be had. */
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
