// Generated from scripts/mock/package-files.ts by `npm run generate`: edit that, not this file.
import { readFile } from "node:fs/promises";
/** The OpenAPI document of the package that the mock is part of. */
export function readDocument() {
    return readJson("../openapi.json");
}
/** The contract model of the package that the mock is part of. */
export function readContract() {
    return readJson("../contract.json");
}
async function readJson(path) {
    return JSON.parse(await readFile(new URL(path, import.meta.url), "utf8"));
}
