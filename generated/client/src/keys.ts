// Generated from spec/ by `npm run generate`: edit the spec, not this file.
export { fileKeyStore } from "@packages/client/src/file-key-store.ts";
