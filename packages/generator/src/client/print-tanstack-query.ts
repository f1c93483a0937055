import { camelCase } from "../names.ts";
import { banner, comment, isName, literal } from "../print-code.ts";
import type { ClientGroup, ClientMethod, ClientModel } from "./client-model.ts";
import {
  besideTypes,
  importEvents,
  printBody,
  printParameterObject,
  printResult,
  typeNames,
} from "./print-client.ts";
import { printType } from "./print-schema.ts";

/** The module with options for TanStack Query: a query of each lookup, a mutation of any other operation. */
export function printTanstackQuery(client: ClientModel): string | undefined {
  const { prefix, groups, contract } = client;
  const printed = groups.flatMap((group) =>
    group.methods.map((method) =>
      isQuery(method) ? printQuery(client, group, method) : printMutation(client, group, method),
    ),
  );
  if (printed.length === 0) return undefined;
  const source = printed.join("\n");
  const used = (...names: string[]): string =>
    names
      .filter((name) => new RegExp(`\\b${name.replace("type ", "")}\\b`).test(source))
      .join(", ");
  const options = used("CallOptions", "KeyedCallOptions");
  const makers = used("mutation", "type MutationOptions", "query", "type QueryOptions");
  const types = typeNames(contract, [source]);
  return `${banner}${options && `import type { ${options} } from "@packages/client/src/options.ts";\n`}${importEvents(source)}import { ${makers} } from "@packages/client/src/tanstack-query.ts";
import type { ${prefix}Client } from "./client.ts";
${types.length > 0 ? `import type { ${types.join(", ")} } from "./types.ts";\n` : ""}
export type { MutationOptions, QueryOptions } from "@packages/client/src/tanstack-query.ts";

${source}`;
}

function isQuery({ operation: { method } }: ClientMethod): boolean {
  return method === "GET" || method === "HEAD";
}

/** The code of a method of the client. */
function printMember({ property }: ClientGroup, { name }: ClientMethod): string {
  const member = isName(name) ? `.${name}` : `[${literal(name)}]`;
  return `client${property && `.${property}`}${member}`;
}

/** The name of a path parameter, next to those that the printed functions have themselves. */
function localName(identifier: string): string {
  return /^(client|given|mutation|query|signal)$/.test(identifier) ? `${identifier}_` : identifier;
}

function printQuery(client: ClientModel, group: ClientGroup, method: ClientMethod): string {
  const { pathParameters, parameters, operation, results } = method;
  const path = pathParameters.map(({ identifier, shape }) => ({
    name: localName(identifier),
    declared: `${localName(identifier)}: ${printType(shape, { request: true })}`,
  }));
  const hasBody = printBody(method).length > 0;
  const given = [
    ...path,
    ...(hasBody ? [{ name: "body", declared: printBody(method).join() }] : []),
    ...(parameters.length > 0
      ? [{ name: "parameters", declared: printParameterObject(method) }]
      : []),
  ];
  const names = given.map(({ name }) => name);
  const key = [literal(client.packageName), literal(operation.id), ...names].join(", ");
  const keyType = [
    literal(client.packageName),
    literal(operation.id),
    ...names.map((name) => `typeof ${name}`),
  ];
  // A query has to result in something.
  const isEmpty = results.some(({ kind }) => kind === "nothing");
  const result = isEmpty
    ? printResult(method).replace(/\bundefined$/, "null")
    : printResult(method);
  const call = `${printMember(group, method)}(${[...names, "{ ...options, signal }"].join(", ")})`;
  const docs = comment([`Options of a query: ${operation.summary}.`]);
  const declared = [
    `client: ${client.prefix}Client`,
    ...given.map((one) => one.declared),
    'options?: Omit<CallOptions, "signal">',
  ];
  return `${docs}export function ${besideTypes(client.contract, `${camelCase(operation.id)}Query`)}(${declared.join(", ")}): QueryOptions<readonly [${keyType.join(", ")}], ${result}> {
  return query([${key}], async (signal) => ${isEmpty ? `(await ${call}) ?? null` : call});
}
`;
}

function printMutation(client: ClientModel, group: ClientGroup, method: ClientMethod): string {
  const { pathParameters, parameters, operation } = method;
  const isKeyed = operation.idempotency !== undefined;
  const [body] = printBody(method);
  const fields = [
    ...pathParameters.map(
      ({ identifier, shape }) => `${localName(identifier)}: ${printType(shape, { request: true })}`,
    ),
    ...(body ? [operation.body?.required ? body : body.replace(/^body:/, "body?:")] : []),
    ...(parameters.length > 0 ? [printParameterObject(method)] : []),
    // With a new key for each of its calls, a repeated mutation could do its work twice.
    isKeyed
      ? "options: KeyedCallOptions & { idempotencyKey: string }"
      : "options?: CallOptions | undefined",
  ];
  const names = [
    ...pathParameters.map(({ identifier }) => localName(identifier)),
    ...(body ? ["body"] : []),
    ...(parameters.length > 0 ? ["parameters"] : []),
    "options",
  ];
  const hasRequired = fields.some((field) => !/^\w+\?:/.test(field));
  const variables = `{ ${fields.join("; ")} }${hasRequired ? "" : " | void"}`;
  const docs = comment([
    `Options of a mutation: ${operation.summary}.`,
    ...(isKeyed
      ? ["The idempotency key is that of one intent: make it once, and keep it for each attempt."]
      : []),
  ]);
  const taken = hasRequired ? `{ ${names.join(", ")} }` : "given";
  const rest = hasRequired ? "" : `const { ${names.join(", ")} } = given ?? {};\n    return `;
  const call = `${printMember(group, method)}(${names.join(", ")})`;
  const code = hasRequired ? call : `{\n    ${rest}${call};\n  }`;
  return `${docs}export function ${besideTypes(client.contract, `${camelCase(operation.id)}Mutation`)}(client: ${client.prefix}Client): MutationOptions<${variables}, ${printResult(method)}> {
  return mutation([${literal(client.packageName)}, ${literal(operation.id)}], (${taken}) => ${code});
}
`;
}
