// The lending library, compiled.
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { compileOnce } from "../../support/compile-once.ts";

/** The document as TypeSpec emits it. */
export const emitted: Document = await compileOnce("test/generator/library");
export const document = buildDocument(emitted);
export const contract = readContract(document);
