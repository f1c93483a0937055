// Generated from spec/ by `npm run generate`: edit the spec, not this file.

export * from "../../../runtime/server/stores/redis.ts";
