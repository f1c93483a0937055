// Generated from spec/ by `npm run generate`: edit the spec, not this file.

import type { OwnContract } from "@packages/mock/src/start-mock.ts";
import contract from "@pix-contract/openapi/contract.json" with { type: "json" };
import document from "@pix-contract/openapi/openapi.json" with { type: "json" };

export const own: OwnContract = { document, contract };
