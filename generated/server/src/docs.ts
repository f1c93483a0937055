// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { Reference } from "../../../packages/server/src/http/docs.ts";
import { document, page } from "./reference.js";

export type { Reference } from "../../../packages/server/src/http/docs.ts";

/** The reference of PIX payments, for the docs route of a server: `docs: { path: "/docs", ...reference }`. */
export const reference: Reference = { page, document };
