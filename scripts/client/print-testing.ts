import type { Operation, Response } from "../contract/model.ts";
import type { Json } from "../contract/openapi.ts";
import { SpecError } from "../contract/spec-error.ts";
import { banner, comment, commented, key, literal } from "../print-code.ts";
import { buildMethod, type ClientMethod, type ClientModel } from "./client-model.ts";
import { printResult } from "./print-client.ts";

/** The module for tests of programs that call the service: handlers for msw, from the contract's examples. */
export function printTesting({ contract, prefix, variable }: ClientModel): string {
  const methods = contract.operations.map((operation) => buildMethod(contract, operation));
  if (methods.some(({ operation }) => operation.id === "all"))
    throw new SpecError("No operation can be named `all`: the handlers of all operations are named so.");
  const strings = longStrings([
    ...contract.operations.flatMap(({ responses }) => responses.flatMap(examplesOf)),
    ...contract.errors.map(({ sample }) => sample),
  ]);
  const create = `create${prefix}Handlers`;
  const anywhere = contract.errors.filter((one) => one.anywhere).map(({ code }) => literal(code));
  const error = methods.flatMap(({ operation }) => codesOf(operation))[0] ?? "";
  const [first] = methods;
  return `${banner}import type { HttpHandler } from "msw";
import {
  createHandlers,
  type HandlersOptions,
  type OperationHandlers,
  type SampleOperation,
  type SampleResponse,
} from "../../../runtime/client/testing/handlers.ts";
import type { ${typeNames(methods).join(", ")} } from "./types.ts";

export type {
  Changes,
  ErrorOptions,
  HandledRequest,
  HandlersOptions,
  OperationHandlers,
  ResponseOptions,
} from "../../../runtime/client/testing/handlers.ts";

/** Codes of errors that any operation may have. */
export type CommonErrorCode = ${anywhere.join(" | ") || "never"};

/** Makers of handlers, by operation. */
export interface ${prefix}Handlers {
  /** A handler for each operation, which responds with its first example of success. */
  readonly all: HttpHandler[];
${methods.map((method) => `\n${printMaker(method)}`).join("")}}

/**
 * Makes handlers for msw, which respond as the contract's examples do.
 *
 * @example
 * const ${variable} = ${create}();
 * const server = setupServer(...${variable}.all);
 * server.use(${variable}.${first?.operation.id ?? ""}.error(${commented(literal(error))}));
 */
export function ${create}(options?: HandlersOptions): ${prefix}Handlers {
  return createHandlers(operations, errors, options) as unknown as ${prefix}Handlers;
}

${[...strings].map(([text, name]) => `const ${name} = ${printLongString(text)};\n\n`).join("")}const operations: Record<string, SampleOperation> = {
${methods.map((method) => `  ${key(method.operation.id)}: ${printOperation(method, strings)},\n`).join("")}};

const errors: Record<string, SampleResponse> = {
${contract.errors.map(({ code, status, sample }) => `  ${key(code)}: ${printValue({ status, body: sample }, strings, "  ")},\n`).join("")}};
`;
}

/** The makers of one operation, with the types of what they are given. */
function printMaker(method: ClientMethod): string {
  const { operation } = method;
  const examples = successesOf(operation).flatMap(({ examples: all }) => all.map(({ name }) => literal(name)));
  const codes = codesOf(operation).map((code) => literal(code));
  const errors = `Pick<ErrorDetails, ${["CommonErrorCode", ...codes].join(" | ")}>`;
  const types = [printResult(method), examples.join(" | ") || "never", errors];
  return `${comment([`${operation.summary}.`], "  ")}  readonly ${key(operation.id)}: OperationHandlers<${types.join(", ")}>;\n`;
}

/** Codes of the errors that an operation has beside those that any may have. */
function codesOf({ responses }: Operation): string[] {
  return responses.flatMap(({ errors }) => errors);
}

function successesOf({ responses }: Operation): Response[] {
  return responses.filter(({ status }) => status >= 200 && status < 300);
}

function examplesOf({ examples }: Response): Json[] {
  return examples.map(({ value }) => value);
}

function printOperation({ operation, envelope }: ClientMethod, strings: Map<string, string>): string {
  const usual = headersOf(successesOf(operation)[0]);
  const others = operation.responses.map((response) => [response.status, headersOf(response)] as const);
  const different = others.filter(([, headers]) => JSON.stringify(headers) !== JSON.stringify(usual));
  const successes = successesOf(operation).flatMap(({ status, examples }) =>
    examples.length > 0 ? examples.map(({ name, value }) => [name, { status, body: value }]) : [["empty", { status }]],
  );
  const facts = {
    method: operation.method.toLowerCase(),
    path: operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => `:${name.replace(/\W/g, "_")}`),
    ...(!envelope && { bare: true }),
    ...(Object.keys(usual).length > 0 && { headers: usual }),
    ...(different.length > 0 && { headersOf: Object.fromEntries(different) }),
    examples: Object.fromEntries(successes),
  };
  return printValue(facts, strings, "  ");
}

/** The headers that a response always has, as the contract shows them. */
function headersOf(response: Response | undefined): Record<string, string> {
  const headers = response?.headers.filter(({ required, example }) => required && example !== undefined) ?? [];
  return Object.fromEntries(headers.map(({ name, example }) => [name, String(example)]));
}

/** Names of the types that the makers mention. */
function typeNames(methods: ClientMethod[]): string[] {
  const names = methods.flatMap((method) => printResult(method).match(/\b[A-Z]\w*/g) ?? []);
  return [...new Set(["ErrorDetails", ...names])].toSorted();
}

// A text that is longer gets a name, and lines of its own.
const longest = 100;

/** The long texts of some examples, with a name for each. */
function longStrings(values: Json[]): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (value: Json): void => {
    if (typeof value === "string" && value.length > longest && !found.has(value))
      found.set(value, `longText${found.size + 1}`);
    if (value !== null && typeof value === "object") for (const inner of Object.values(value)) visit(inner);
  };
  for (const value of values) visit(value);
  return found;
}

function printLongString(text: string): string {
  const parts = text.match(new RegExp(`.{1,${longest}}`, "gsu")) ?? [];
  return `[\n${parts.map((part) => `  ${literal(part)},\n`).join("")}].join("")`;
}

/** A value as a literal, with the names of long texts in their place. */
function printValue(value: unknown, strings: Map<string, string>, indent: string): string {
  let code = literal(value, indent);
  for (const [text, name] of strings) {
    // A key that is as long stays as it is.
    code = code.replaceAll(literal(text), (quoted, offset: number) =>
      code.startsWith(":", offset + quoted.length) ? quoted : name,
    );
  }
  return code;
}
