import type { Contract } from "../../contract/src/model.ts";
import type { Document } from "../../contract/src/openapi.ts";

/** What a package's mock answers from. Both are read when they are first needed. */
export interface OwnFiles {
  readDocument(): Document;
  readContract(): Contract;
}

/**
 * Reads the files of the package that holds the contract as data.
 *
 * @param require of the package whose mock it is
 * @param name of the package that holds the contract
 */
export function ownFiles(require: NodeJS.Require, name: string): OwnFiles {
  return {
    readDocument: () => require(`${name}/openapi.json`) as Document,
    readContract: () => require(`${name}/contract.json`) as Contract,
  };
}
