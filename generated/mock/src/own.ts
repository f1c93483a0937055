// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { createRequire } from "node:module";
import { type OwnFiles, ownFiles } from "../../../packages/mock/src/own-files.ts";

export const own: OwnFiles = ownFiles(createRequire(import.meta.url), "@pix-contract/openapi");
