import { createHash, timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import type { Sandbox } from "../context.ts";
import { isLoopbackHost } from "../notifications/destinations.ts";

/** Why a request may not use the control plane. */
export interface Refusal {
  status: 401 | 403;
  code: "UNAUTHORIZED" | "FORBIDDEN";
  message: string;
}

const forbidden = (message: string): Refusal => ({ status: 403, code: "FORBIDDEN", message });
const unauthorized = (message: string): Refusal => ({ status: 401, code: "UNAUTHORIZED", message });

/**
 * Whether a request may use the control plane; else why not.
 *
 * Pages of other sites may not, even from a browser on this machine: neither by their own requests, nor by a name of
 * theirs that they have lead here.
 *
 * @param token sent as `Authorization: Bearer`; if there is none, only this machine gets in
 */
export function refuseAccess(
  { headers }: Pick<FastifyRequest, "headers">,
  sandbox: Pick<Sandbox, "exposed" | "publicUrl">,
  token: string | undefined,
): Refusal | undefined {
  const { host, origin, "sec-fetch-site": site, authorization } = headers;
  if (!isOwnHost(host, sandbox)) {
    const known = sandbox.exposed ? new URL(sandbox.publicUrl).host : "localhost and 127.0.0.1";
    return forbidden(`The host ${host ?? "(none)"} is not the sandbox's: it answers as ${known}.`);
  }
  if (origin !== undefined && URL.parse(origin)?.host !== host) {
    return forbidden(`Pages of ${origin} may not use the control plane.`);
  }
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return forbidden("Pages of other sites may not use the control plane.");
  }
  if (token === undefined) {
    return sandbox.exposed
      ? forbidden(
          "The control plane is off, because others than this machine can reach the sandbox. Start it with a control token.",
        )
      : undefined;
  }
  const [, given] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  if (given === undefined)
    return unauthorized("The control token is missing: send it as Authorization: Bearer.");
  return isSameSecret(given, token) ? undefined : unauthorized("The control token is wrong.");
}

function isOwnHost(
  host: string | undefined,
  { exposed, publicUrl }: Pick<Sandbox, "exposed" | "publicUrl">,
): boolean {
  const name = host === undefined ? undefined : URL.parse(`http://${host}`)?.hostname;
  if (!name) return false;
  if (isLoopbackHost(name) || name === new URL(publicUrl).hostname) return true;
  // Only a name can be made to lead elsewhere; an address cannot.
  return exposed && isIP(name.replace(/^\[|\]$/g, "")) !== 0;
}

function isSameSecret(given: string, expected: string): boolean {
  const digest = (value: string): Buffer => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
