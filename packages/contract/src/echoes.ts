import type { Contract, Operation } from "./model.ts";
import type { Schema } from "./openapi.ts";
import { mergeSchema } from "./schemas.ts";

/**
 * Fields of a result that repeat what was sent, each with the name of the path parameter or of the field of the body: the
 * identifier at the end of the path, and what a request has to have, by its name. A unit at the end of a name
 * (`sizeInBytes`) makes no other field of it.
 */
export function echoesOf(contract: Contract, operation: Operation, result: Schema): Record<string, string> {
  const { properties: fields = {} } = mergeSchema(contract, result);
  const { properties: sent = {}, required = [] } = mergeSchema(contract, operation.body?.schema ?? {});
  const isPlain = (schema: Schema | undefined): boolean =>
    schema !== undefined && !/object|array/.test(String(mergeSchema(contract, schema).type));
  const echoes = required.flatMap((name) => {
    const field = [name, name.replace(/In[A-Z]\w*$/, "")].find((one) => isPlain(fields[one]));
    return field !== undefined && isPlain(sent[name]) ? [[field, name]] : [];
  });
  const [, last] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
  if (last !== undefined && "id" in fields) echoes.push(["id", last]);
  return Object.fromEntries(echoes);
}
