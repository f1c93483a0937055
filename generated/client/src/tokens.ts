// Generated from spec/ by `npm run generate`: edit the spec, not this file.
export { fileTokenStore } from "@packages/client/src/file-token-store.ts";
