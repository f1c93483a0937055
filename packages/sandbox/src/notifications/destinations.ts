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
  if (!/^http:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu.test(value)) return false;
  const url = URL.parse(value);
  return url !== null && isLoopbackHost(url.hostname);
}

/** Path of the inbox, a receiver within the sandbox itself; anything may follow it. */
export const inboxPath = "/_sandbox/inbox";

/** URL of a sandbox's inbox. */
export function inboxUrl({ publicUrl }: Pick<Sandbox, "publicUrl">): string {
  return publicUrl + inboxPath;
}

/** Whether a URL leads to the inbox of this sandbox. */
export function isInboxUrl(sandbox: Pick<Sandbox, "publicUrl">, url: unknown): url is string {
  const own = inboxUrl(sandbox);
  return (
    typeof url === "string" &&
    (url === own || /^[/?]/.test(url.slice(own.length))) &&
    url.startsWith(own)
  );
}

/**
 * Lets the sandbox's own inbox pass, and `http:` URLs of this machine if receivers may be there: those of tests have no
 * certificate.
 */
export function makeTolerance(
  sandbox: Pick<Sandbox, "destinations" | "publicUrl">,
): NonNullable<CommonOptions<unknown>["tolerate"]> {
  return ({ path, value }) =>
    /(^|\.)(url|postbackUrl)$/.test(path) &&
    (isInboxUrl(sandbox, value) || (sandbox.destinations.loopback && isLoopbackUrl(value)));
}
