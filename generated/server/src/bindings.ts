// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Bindings } from "@packages/server/src/service.ts";
import { formats } from "./all-formats.ts";
import { checks } from "./checks/table.js";
import { contract } from "./contract.ts";

/** The parts of the contract that a server needs. */
export const bindings: Bindings = { contract, checks, formats };
