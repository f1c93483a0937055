import type { IncomingMessage } from "node:http";
import { BlockList, isIP } from "node:net";
import { SetupError } from "../../check-setup.ts";

/**
 * The proxies that are trusted with the client's address in `X-Forwarded-For`: all (`true`), the last so many, or those of some addresses
 * or subnets (`10.0.0.0/8`).
 */
export type TrustProxy = boolean | number | string | readonly string[];

/**
 * Makes a function that returns the address of a client: that of the connection, or the one that trusted proxies name.
 *
 * @throws {SetupError} for an invalid address
 */
export function makeAddressOf(trusted: TrustProxy = false): (message: IncomingMessage) => string {
  const isTrusted = makeTrust(trusted);
  const nearest = ({ socket }: IncomingMessage): string => socket.remoteAddress ?? "";
  if (!isTrusted) return nearest;
  return (message) => {
    const forwarded = String(message.headers["x-forwarded-for"] ?? "")
      .split(",")
      .map((entry) => withoutPort(entry.trim()))
      .filter((address) => address !== "");
    // The nearest comes first: each counts as long as the one before it is trusted.
    const addresses = [nearest(message), ...forwarded.reverse()];
    const last = addresses.findIndex((address, hop) => !isTrusted(address, hop));
    return addresses[last < 0 ? addresses.length - 1 : last] as string;
  };
}

/** Some proxies write the client's port too, which changes from connection to connection. */
function withoutPort(entry: string): string {
  return entry.replace(/^\[(.*)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}

function makeTrust(trusted: TrustProxy): ((address: string, hop: number) => boolean) | undefined {
  if (trusted === false) return undefined;
  if (trusted === true) return () => true;
  if (typeof trusted === "number") return (_address, hop) => hop < trusted;
  const list = new BlockList();
  for (const entry of [trusted].flat().flatMap((addresses) => addresses.split(",")))
    addTo(list, entry.trim());
  return (address) => {
    const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
    const version = isIP(plain);
    return version !== 0 && list.check(plain, version === 6 ? "ipv6" : "ipv4");
  };
}

function addTo(list: BlockList, entry: string): void {
  const [address = "", bits] = entry.split("/");
  const [family, maxBits] =
    isIP(address) === 6 ? (["ipv6", 128] as const) : (["ipv4", 32] as const);
  try {
    list.addSubnet(address, bits === undefined ? maxBits : Number(bits), family);
  } catch {
    throw new SetupError(
      `trustProxy: ${JSON.stringify(entry)} is neither an address nor a subnet.`,
    );
  }
}
