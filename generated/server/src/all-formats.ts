// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { formats as own } from "../../../spec/formats/index.ts";

/** Every format of the contract. */
export const formats = { ...standardFormats, ...own };
