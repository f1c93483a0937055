import { type LookupAddress, lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import { buildConnector } from "undici";

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
 * the connection is made to the checked address: a name that leads elsewhere in the next moment changes nothing.
 */
export function makeGuardedConnector({
  destinations,
  timeout,
  lookup,
}: ConnectorOptions): buildConnector.connector {
  const connectors = new Map(
    ["http:", "https:"].map((protocol) => {
      const check = (address: string): void => {
        const reason = refusalReason(address, protocol, destinations());
        if (reason !== undefined)
          throw new RefusedAddressError(`Notifications may not go there: ${reason}.`);
      };
      const connect = buildConnector({
        timeout,
        lookup: makeCheckedLookup(lookup ?? systemLookup, check),
      });
      return [protocol, { check, connect }];
    }),
  );
  return (options, callback) => {
    const connector = connectors.get(options.protocol);
    if (!connector)
      return callback(
        new RefusedAddressError(`Notifications do not go to ${options.protocol} URLs.`),
        null,
      );
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
function makeCheckedLookup(
  lookup: LookupFunction,
  check: (address: string) => void,
): LookupFunction {
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

/** Where notifications may be sent, besides public `https:` URLs. */
export interface Destinations {
  /** This machine, by `http:` too; for tests and local work. */
  readonly loopback: boolean;
  /** Addresses of private networks, by `https:`. */
  readonly privateNetworks: boolean;
}

/** Addresses at which clouds give a machine its secrets, unless their range is refused anyway. */
const metadataAddresses = ["100.100.100.200", "168.63.129.16", "fd00:ec2::254", "fd20:ce::254"];

/**
 * Why notifications may not be sent to an address; undefined if they may.
 *
 * @param address IPv4 or IPv6
 * @param protocol of the URL: `http:` is for this machine alone
 */
export function refusalReason(
  address: string,
  protocol: string,
  allowed: Destinations,
): string | undefined {
  const parsed = ipaddr.process(address);
  // Read as an IPv4 address by some and not by others.
  const isAmbiguous = /:.*\./.test(address) && !/^::ffff:[\d.]+$/i.test(address);
  const kind = isAmbiguous ? "other" : classifyAddress(parsed);
  if (metadataAddresses.some((other) => ipaddr.parse(other).toString() === parsed.toString())) {
    return `${address} is the metadata service of a cloud`;
  }
  if (kind === "loopback") return allowed.loopback ? undefined : `${address} is a loopback address`;
  if (protocol !== "https:")
    return `${address} is not a loopback address, and http: is allowed for those alone`;
  if (kind === "public") return undefined;
  if (kind === "private")
    return allowed.privateNetworks ? undefined : `${address} is in a private network`;
  return `${address} is not the address of a receiver`;
}

/** Ranges are allowed by name: an unknown range, or one that stands for IPv4 addresses, is refused. */
function classifyAddress(
  address: ipaddr.IPv4 | ipaddr.IPv6,
): "loopback" | "private" | "public" | "other" {
  switch (address.range()) {
    case "loopback":
      return "loopback";
    case "private":
    case "uniqueLocal":
    case "carrierGradeNat":
      return "private";
    case "unicast":
      // In IPv6 only 2000::/3 is routed; below it there are old ways to write IPv4 addresses.
      return address instanceof ipaddr.IPv4 || ((address.parts[0] ?? 0) & 0xe000) === 0x2000
        ? "public"
        : "other";
    default:
      return "other";
  }
}
