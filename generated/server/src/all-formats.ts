// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import { formats as own } from "./formats/index.ts";
import { standardFormats } from "./runtime/formats.ts";

/** Every format of the contract. */
export const formats = { ...standardFormats, ...own };
