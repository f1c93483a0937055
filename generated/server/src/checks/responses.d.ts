// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Check, ResponseChecks } from "../../../../runtime/server/rules.ts";

export declare const responses: ResponseChecks;
export declare const notifications: Readonly<Record<string, Check>>;
