import type { CommonOptions } from "@pix-contract/server";
import type { Destinations } from "@pix-contract/server/notifier";
import ipaddr from "ipaddr.js";
import type { Sandbox } from "../context.ts";
import { schemas } from "../contract.ts";

/**
 * Where notifications may go: to this machine, and by `http:`, only if no other machine can reach the sandbox, unless
 * a setting allows others.
 */
export function destinationsFor(exposed: boolean, given: Partial<Destinations> = {}): Destinations {
  return { loopback: !exposed, privateNetworks: false, ...given };
}

/** Whether a host, as in a URL or to listen on, is this machine alone. A name is taken at its word here. */
export function isLoopbackHost(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "").toLowerCase();
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  return ipaddr.isValid(name) && ipaddr.process(name).range() === "loopback";
}

/** Whether a value is an `http:` URL of this machine, or else follows the contract's rule for a notification's URL. */
export function isLoopbackUrl(value: unknown): value is string {
  if (typeof value !== "string" || value.length > schemas.NotificationUrl.maxLength) return false;
  if (!/^http:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/u.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && isLoopbackHost(url.hostname);
}

/** Lets `http:` URLs of this machine pass if receivers may be there: those of tests have no certificate. */
export function makeTolerance(
  sandbox: Pick<Sandbox, "destinations">,
): NonNullable<CommonOptions<unknown>["tolerate"]> {
  return ({ path, value }) =>
    sandbox.destinations.loopback && /(^|\.)(url|postbackUrl)$/.test(path) && isLoopbackUrl(value);
}
