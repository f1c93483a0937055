import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, SecurityScheme } from "@packages/contract/src/model.ts";
import type { OperationSentences } from "@packages/contract/src/sentences.ts";
import { banner, comment, commented, key, literal } from "../print-code.ts";
import {
  type ChosenMethod,
  type ClientGroup,
  type ClientMethod,
  type ClientModel,
  listChosen,
} from "./client-model.ts";
import { methodDocs } from "./method-docs.ts";
import { environmentOf } from "./print-contract.ts";
import { inputName, printType, shapeDocs } from "./print-schema.ts";

/** The module with the client itself: its groups, their methods and the function that makes it. */
export function printClient(client: ClientModel, sentences: OperationSentences): string {
  const { prefix, groups, contract, variable } = client;
  const environment = environmentOf(client);
  const own = groups.filter(({ property }) => property === "");
  const named = groups.filter(({ property }) => property !== "");
  const methods = groups.flatMap((group) => group.methods);
  const types = typeNames(
    contract,
    methods.flatMap((method) =>
      listSignatures(contract, method).map(({ parameters, result }) => `${parameters} ${result}`),
    ),
  );
  const printed = groups.map((group) => printGroupInterface(client, group, sentences)).join("\n");
  const used = (...names: string[]): string =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(printed)).join();
  const paged = used("PagedCall")
    ? 'import { callPages, type PagedCall } from "@packages/client/src/pages.ts";\n'
    : "";
  return `${banner}import { createContractTable } from "./contract.ts";
${used("Call") && 'import type { Call } from "@packages/client/src/call.ts";\n'}import type { ClientOptions, ${used("CallOptions", "KeyedCallOptions")} } from "@packages/client/src/options.ts";
${paged}import { createRuntime } from "@packages/client/src/runtime.ts";
${importEvents(printed)}${types.length > 0 ? `import type { ${types.join(", ")} } from "./types.ts";\n` : ""}
${printed}
${comment([`Client of ${contract.title}.`])}export interface ${prefix}Client${own.length > 0 ? ` extends ${own.map(({ type }) => type).join(", ")}` : ""} {
${named.map(({ property, type, description }) => `${comment([description], "  ")}  readonly ${property}: ${type};\n`).join("\n")}}

/**
${
  client.issuer
    ? ` * Makes a client. It obtains its tokens itself, and shows neither credentials nor tokens. Address, key and secret that
 * are not given are read from \`${environment}_BASE_URL\`, \`${environment}_API_KEY\` and \`${environment}_API_SECRET\`.`
    : ` * Makes a client. An address that is not given is read from \`${environment}_BASE_URL\`.`
}
 *
 * @throws {InvalidRequestError} if an option is wrong
 * @example
 * const ${variable} = create${prefix}Client({ baseUrl: "${client.address}"${printCredentials(client)} });
 */
export function create${prefix}Client(options: ClientOptions = {}): ${prefix}Client {
  const { call, ...rest } = createRuntime(createContractTable(), options);
  return {
${groups.map((group) => printGroupValue(contract, group)).join("")}    ...rest,
  };
}
`;
}

/** The module with the openapi-fetch client. */
export function printRaw({ prefix, variable, contract }: ClientModel): string {
  const lookup = contract.operations.find(
    ({ method, path, security }) => method === "GET" && !path.includes("{") && security[0],
  );
  return `${banner}import type { Client } from "openapi-fetch";
import type { paths } from "../../openapi/types.d.ts";
import { createRaw as create } from "@packages/client/src/raw.ts";
import type { ${prefix}Client } from "./client.ts";

/**
 * The typed openapi-fetch client of every path. Its requests are sent and repeated as those of the methods are, with the
 * same options besides its own, and their bodies are not checked. An error of the service is its \`error\`. Any other
 * failure rejects, and so does a response that leaves open what became of an idempotency key. Its middlewares see its own
 * requests alone.
 *
 * @example
 * const raw = createRaw(${variable});
 * const { data, error, response } = await raw.GET(${commented(literal(lookup?.path ?? "/"))}, {});
 */
export function createRaw(client: ${prefix}Client): Client<paths> {
  return create<paths>(client);
}
`;
}

/** The credentials among the options of a client, as an example shows them. */
export function printCredentials({ issuer, contract }: ClientModel): string {
  if (issuer) return ", apiKey, apiSecret";
  const [schemes = []] = contract.operations.flatMap(({ security }) =>
    security.filter((names) => names.length > 0),
  );
  const given = schemes.map(
    (name) => `${key(name)}: ${printCredential(contract.securitySchemes[name])}`,
  );
  return given.length > 0 ? commented(`, credentials: { ${given.join(", ")} }`) : "";
}

function printCredential(security: SecurityScheme | undefined): string {
  if (security?.apiKey) return "apiKey";
  return /^basic$/i.test(security?.scheme ?? "") ? "{ username, password }" : "token";
}

/** The signatures of a method: one for each pair of media types that it may be called with. */
export function listSignatures(
  contract: Contract,
  method: ClientMethod,
): { parameters: string; result: string }[] {
  return listChosen(contract, method).map((chosen) => ({
    parameters: printParameters(chosen),
    result: printCall(chosen.method),
  }));
}

function printParameters({ method, options }: ChosenMethod): string {
  const { operation, pathParameters, parameters } = method;
  const isUsual = options.every(({ isPreferred }) => isPreferred);
  const isMovable = operation.server !== undefined && operation.server !== "/";
  const types = options.map(
    ({ name, type, isPreferred }) =>
      `${name}${isPreferred ? "?" : ""}: ${literal(type)}${isPreferred ? " | undefined" : ""}`,
  );
  const chosen = types.length > 0 ? ` & { ${types.join("; ")} }` : "";
  return [
    ...pathParameters.map(
      ({ identifier, shape }) =>
        `${identifier}: ${printType(shape, { request: true, closed: true })}`,
    ),
    ...printBody(method, isUsual),
    ...(parameters.length > 0 ? [printParameterObject(method, isUsual)] : []),
    `options${isUsual ? "?" : ""}: ${operation.idempotency ? "KeyedCallOptions" : "CallOptions"}${isMovable ? " & { baseUrl?: string | undefined }" : ""}${chosen}`,
  ].join(", ");
}

/** The declaration of a method's body; empty without a body. @param mayEnd whether nothing after it has to be given */
export function printBody(
  { operation: { body }, body: shape, parameters }: ClientMethod,
  mayEnd = true,
): string[] {
  if (!body || !shape) return [];
  const kind = bodyKind(body.mediaType);
  const bytes = body.mediaType.includes("*") ? "Uint8Array | Blob" : "Uint8Array";
  const isStream = kind === "lines" && shape.kind === "array";
  const type = [
    kind === "bytes" ? bytes : printType(shape, { request: true }),
    ...(isStream ? [`AsyncIterable<${printType(shape.items, { request: true })}>`] : []),
  ].join(" | ");
  // A parameter that may be left out stands before no other that has to be given.
  const isLast = mayEnd && !parameters.some(({ required }) => required);
  const optional = isLast ? `body?: ${type} | undefined` : `body: ${type} | undefined`;
  return [body.required ? `body: ${type}` : optional];
}

/** The return type of a method: a promise of its result, which for a list in pages also leads to the items. */
function printCall(method: ClientMethod): string {
  const { pages } = method.operation;
  const result = printResult(method);
  if (!pages) return `Call<${result}>`;
  const item = pages.items.map((name) => `[${literal(name)}]`).join("");
  return `PagedCall<${result}, NonNullable<(${printType(method.result, { request: false })})${item}>[number]>`;
}

/** The import of the type of server-sent events, if some code names it. */
export function importEvents(code: string): string {
  return /\bServerSentEvent\b/.test(code)
    ? 'import type { ServerSentEvent } from "@packages/client/src/streams.ts";\n'
    : "";
}

/** The result type of a method. */
export function printResult({ results }: ClientMethod): string {
  const types = results.map(({ kind, shape }) => {
    if (kind === "nothing") return "undefined";
    if (kind === "bytes") return "Uint8Array";
    const type = printType(shape, { request: false }, "  ");
    if (kind === "lines") return `AsyncIterable<${type}>`;
    return kind === "events" ? `AsyncIterable<ServerSentEvent<${type}>>` : type;
  });
  return [...new Set(types)].join(" | ") || "unknown";
}

/** The declaration of a method's query and header parameters. @param mayEnd whether nothing after it has to be given */
export function printParameterObject({ parameters }: ClientMethod, mayEnd = true): string {
  const fields = parameters.map(({ name, required, shape, description }) => {
    const type = printType(shape, { request: true, closed: true }, "    ");
    const text = comment([description, ...shapeDocs(shape).slice(1)], "    ");
    return `${text}    ${key(name)}${required ? "" : "?"}: ${type}${required ? "" : " | undefined"};\n`;
  });
  const isNeeded = parameters.some(({ required }) => required);
  const [mark, end] = mayEnd ? [isNeeded ? "" : "?", ""] : ["", isNeeded ? "" : " | undefined"];
  return `parameters${mark}: {\n${fields.join("")}  }${end}`;
}

function printGroupInterface(
  client: ClientModel,
  group: ClientGroup,
  sentences: OperationSentences,
): string {
  const methods = group.methods.map((method) => {
    const docs = comment(methodDocs(client, group, method, sentences), "  ");
    const signatures = listSignatures(client.contract, method).map(
      ({ parameters, result }) => `  ${key(method.name)}(${parameters}): ${result};\n`,
    );
    return `${docs}${signatures.join("")}`;
  });
  return `${comment([group.description])}export interface ${group.type} {\n${methods.join("\n")}}\n`;
}

function printGroupValue(contract: Contract, { property, methods }: ClientGroup): string {
  const calls = methods.map((method) => {
    const path = method.pathParameters.map(({ identifier }) => identifier);
    const rest = [
      ...(method.operation.body ? ["body"] : []),
      ...(method.parameters.length > 0 ? ["parameters"] : []),
    ];
    const given =
      `{ ${[...(path.length > 0 ? [printPath(method)] : []), ...rest].join(", ")} }`.replace(
        "{  }",
        "{}",
      );
    const { id, pages } = method.operation;
    const called = pages
      ? `callPages(call, ${literal(id)}, ${given}, options, ${literal({ ...pages, ...firstPage(method) })})`
      : `call(${literal(id)}, ${given}, options)`;
    // TypeScript takes no types from several signatures.
    const isChosen = listChosen(contract, method).length > 1;
    const types = isChosen ? [": never", `${called} as Call<never>`] : ["", called];
    const names = [...path, ...rest, "options"].map((name) => `${name}${types[0]}`);
    return `      ${key(method.name)}: (${names.join(", ")}) => ${types[1]},\n`;
  });
  return property ? `    ${property}: {\n${calls.join("")}    },\n` : calls.join("");
}

/** Number of the first page, if a list does not count pages from 1. */
function firstPage({ operation: { pages, parameters } }: ClientMethod): { first?: unknown } {
  const { schema } = parameters.find(({ name }) => name === pages?.parameter) ?? {};
  const first = schema?.default ?? schema?.minimum;
  return pages?.by === "page" && first !== undefined ? { first } : {};
}

/** The values of the path parameters, by name. */
function printPath({ pathParameters }: ClientMethod): string {
  const values = pathParameters.map(({ identifier, parameter: { name } }) =>
    name === identifier ? name : `${key(name)}: ${identifier}`,
  );
  return `path: { ${values.join(", ")} }`;
}

/** A name of a constant or a function in a module that imports the types of the contract. */
export function besideTypes({ schemas }: Contract, name: string): string {
  return Object.hasOwn(schemas, name) ? `${name}_` : name;
}

/** Names of the types of the contract that signatures mention. */
export function typeNames({ schemas }: Contract, signatures: string[]): string[] {
  const source = signatures.join(" ").replace(/\/\*\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, "");
  // A word before a colon is the name of a field.
  const words = new Set(source.match(/[\w$]+(?![\w$]|\??:)/g));
  const names = new Set(Object.keys(schemas).flatMap((name) => [name, inputName(name)]));
  return [...names].filter((name) => words.has(name)).sort();
}
