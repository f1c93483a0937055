// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

export const own = (file: string): unknown => load(`@pix-contract/openapi/${file}`);
