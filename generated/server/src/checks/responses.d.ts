// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Check, ErrorChecks, ResponseChecks } from "../../../../packages/server/src/rules.ts";

export declare const responses: ResponseChecks;
export declare const errors: ErrorChecks;
export declare const notifications: Readonly<Record<string, Check>>;
