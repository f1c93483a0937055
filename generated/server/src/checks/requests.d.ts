// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { RequestChecks } from "../../../../packages/server/src/rules.ts";

export declare const requests: Readonly<Record<string, RequestChecks>>;
