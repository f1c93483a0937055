import { compoundKey } from "../compound-key.ts";
import { type Document, operationsOf } from "../openapi.ts";
import { plainName, readMethodName } from "../read-contract.ts";

/**
 * Gives each operation of a document a separate name among the methods of its group: if another operation has it, the whole id.
 * Users of a document cannot change its ids.
 */
export function nameMethods(document: Document): void {
  const taken = new Set<string>();
  for (const { path, method, operation } of operationsOf(document.paths)) {
    const { operationId: id = `${method} ${path}` } = operation;
    const { group, name } = readMethodName(operation, id);
    const keyOf = (one: string) => compoundKey(plainName(group), plainName(one));
    const isFree = (one: string): boolean => !taken.has(keyOf(one));
    let own = isFree(name) ? name : id;
    for (let count = 2; !isFree(own); count += 1) own = `${id}${count}`;
    taken.add(keyOf(own));
    if (own !== name) operation["x-client-name"] = own;
  }
}
