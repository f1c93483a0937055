// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { ResponseCleaners } from "../../../../packages/server/src/rules.ts";

export declare const cleaners: ResponseCleaners;
