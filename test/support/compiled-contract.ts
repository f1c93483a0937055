import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { compileOnce } from "./compile-once.ts";

/** The contract's document in the words of the spec alone, before the sentences of behaviour are added. */
export const document = buildDocument(await compileOnce("spec"));
