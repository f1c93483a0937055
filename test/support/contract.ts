import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Document } from "@packages/contract/src/openapi.ts";

const folder = join(import.meta.dirname, "../../generated/openapi");

/** The contract model, as it is committed. */
export const contract = JSON.parse(readFileSync(join(folder, "contract.json"), "utf8")) as Contract;

/** The OpenAPI document, as it is committed. */
export const document = JSON.parse(readFileSync(join(folder, "openapi.json"), "utf8")) as Document;
