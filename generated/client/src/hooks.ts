// Generated from spec/ by `npm run generate`: edit the spec, not this file.
export { watch } from "@packages/client/src/hooks.ts";
