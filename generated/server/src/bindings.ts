// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Bindings } from "../../../packages/server/src/service.ts";
import { requests } from "./checks/requests.js";
import { cleaners } from "./checks/response-cleaners.js";
import { contract } from "./contract.ts";

/** What the contract brings to a server. */
export const bindings: Bindings = {
  contract,
  requests,
  cleaners,
  loadResponses: () => import("./checks/responses.js"),
};
