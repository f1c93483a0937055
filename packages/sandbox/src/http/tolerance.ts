import type { CommonOptions } from "@pix-contract/server";
import type { Sandbox } from "../context.ts";
import { isLoopbackUrl } from "../notifications/destinations.ts";

/** Lets `http:` URLs of this machine pass where receivers may be there: those of tests have no certificate. */
export function makeTolerance(sandbox: Pick<Sandbox, "destinations">): NonNullable<CommonOptions<unknown>["tolerate"]> {
  return ({ path, value }) =>
    sandbox.destinations.loopback && /(^|\.)(url|postbackUrl)$/.test(path) && isLoopbackUrl(value);
}
