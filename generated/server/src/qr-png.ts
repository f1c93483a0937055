// Generated from spec/ by `npm run generate`: edit the spec, not this file.

export * from "../../../spec/server/qr-png.ts";
