// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import type { SampleOperation, SampleResponse } from "@packages/client/src/testing/handlers.ts";

export declare const operations: Record<string, SampleOperation>;
export declare const errors: Record<string, SampleResponse>;
