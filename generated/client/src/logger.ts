// Generated from spec/ by `npm run generate`: edit the spec, not this file.
export { type Logger, logTo } from "@packages/client/src/logger.ts";
