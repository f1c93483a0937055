// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { ContractChecks } from "@packages/server/src/contract-table.ts";

export declare const checks: ContractChecks;
