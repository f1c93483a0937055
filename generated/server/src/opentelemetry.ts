// Generated from spec/ by `npm run generate`: edit the spec, not this file.

export * from "@packages/server/src/observe/opentelemetry.ts";
