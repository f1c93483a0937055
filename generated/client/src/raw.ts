// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { createRaw as create } from "@packages/client/src/raw.ts";
import type { Client } from "openapi-fetch";
import type { paths } from "../../openapi/types.d.ts";
import type { PixClient } from "./client.ts";

/**
 * The typed openapi-fetch client of every path. Its requests are sent and repeated as those of the methods are, with the
 * same options besides its own, and their bodies are not checked. An error of the service is its `error`. Any other
 * failure rejects, and so does a response that leaves open what became of an idempotency key. Its middlewares see its own
 * requests alone.
 *
 * @example
 * const raw = createRaw(pix);
 * const { data, error, response } = await raw.GET("/api/v1/webhook", {});
 */
export function createRaw(client: PixClient): Client<paths> {
  return create<paths>(client);
}
