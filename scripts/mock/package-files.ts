import { readFile } from "node:fs/promises";
import type { Contract } from "../contract/model.ts";
import type { Document } from "../contract/openapi.ts";

/** The OpenAPI document of the package that the mock is part of. */
export function readDocument(): Promise<Document> {
  return readJson("../openapi.json");
}

/** The contract model of the package that the mock is part of. */
export function readContract(): Promise<Contract> {
  return readJson("../contract.json");
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(path, import.meta.url), "utf8")) as T;
}
