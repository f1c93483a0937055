import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { buildConnector } from "undici";
import { type Destinations, whyRefused } from "./destinations.ts";

/** A notification that may not be sent where its URL leads. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/** How connections are made. */
export interface ConnectorOptions {
  destinations: () => Destinations;
  /** Milliseconds. */
  timeout: number;
  /** How names become addresses; the system's way if absent. */
  lookup?: LookupFunction;
}

/**
 * Makes connections, to addresses that notifications may reach. Addresses are checked when a connection is made, and
 * the connection is made to what was checked: a name that leads elsewhere in the next moment changes nothing.
 */
export function makeGuardedConnector({ destinations, timeout, lookup }: ConnectorOptions): buildConnector.connector {
  const connectors = new Map(
    ["http:", "https:"].map((protocol) => {
      const check = (address: string): void => {
        const reason = whyRefused(address, protocol, destinations());
        if (reason !== undefined) throw new RefusedAddressError(`Notifications may not go there: ${reason}.`);
      };
      const connect = buildConnector({ timeout, lookup: makeCheckedLookup(lookup ?? systemLookup, check) });
      return [protocol, { check, connect }];
    }),
  );
  return (options, callback) => {
    const connector = connectors.get(options.protocol);
    if (!connector)
      return callback(new RefusedAddressError(`Notifications do not go to ${options.protocol} URLs.`), null);
    try {
      // An address is not looked up.
      if (isIP(options.hostname)) connector.check(options.hostname);
    } catch (error) {
      return callback(error as Error, null);
    }
    return connector.connect(options, callback);
  };
}

/** Looks a name up; all of its addresses have to be allowed, because any of them may be connected to. */
function makeCheckedLookup(lookup: LookupFunction, check: (address: string) => void): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses = found as LookupAddress[];
      try {
        for (const { address } of addresses) check(address);
      } catch (refused) {
        return callback(refused as Error, "");
      }
      const [first] = addresses;
      if (!first) return callback(new Error(`${hostname} has no address`), "");
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
