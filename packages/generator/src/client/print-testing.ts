import type { Contract } from "@packages/contract/src/model.ts";
import { SpecError } from "@packages/contract/src/spec-error.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import { banner, comment, commented, key, literal } from "../print-code.ts";
import { buildMethod, type ClientMethod, type ClientModel } from "./client-model.ts";
import { listOwnCodes } from "./method-docs.ts";
import { importEvents, printResult, typeNames } from "./print-client.ts";
import { detailsName } from "./print-types.ts";

/** The module for tests of programs that call the service: handlers for msw, from the contract's examples. */
export function printTesting({ contract, prefix, variable }: ClientModel): string {
  const methods = contract.operations.map((operation) => buildMethod(contract, operation));
  if (methods.some(({ operation }) => operation.id === "all"))
    throw new SpecError(
      "No operation can be named `all`: the handlers of all operations are named so.",
    );
  const create = `create${prefix}Handlers`;
  const anywhere = contract.errors.filter((one) => one.anywhere).map(({ code }) => literal(code));
  const error = methods.flatMap(({ operation }) => listOwnCodes(operation))[0] ?? "";
  const [first] = methods;
  return `${banner}import type { HttpHandler } from "msw";
import {
  createHandlers,
  type HandlersOptions,
  type OperationHandlers,
} from "@packages/client/src/testing/handlers.ts";
${importEvents(methods.map(printResult).join(" "))}import { errors, operations } from "./samples.js";
import type { ${[detailsName(contract), ...typeNames(contract, methods.map(printResult))].join(", ")} } from "./types.ts";

export type {
  Changes,
  ErrorOptions,
  HandledRequest,
  HandlersOptions,
  OperationHandlers,
  ResponseOptions,
} from "@packages/client/src/testing/handlers.ts";

/** Codes of errors that any operation may have. */
export type CommonErrorCode = ${anywhere.join(" | ") || "never"};

/** Makers of handlers, by operation. */
export interface ${prefix}Handlers {
  /** A handler for each operation, which responds with its first example of success. */
  readonly all: HttpHandler[];
${methods.map((method) => `\n${printMaker(contract, method)}`).join("")}}

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
`;
}

/** The makers of one operation, with the types of their arguments. */
function printMaker(contract: Contract, method: ClientMethod): string {
  const { operation } = method;
  const examples = listSuccesses(operation).flatMap(({ examples: all }) =>
    all.map(({ name }) => literal(name)),
  );
  const codes = listOwnCodes(operation).map((code) => literal(code));
  const errors = `Pick<${detailsName(contract)}, ${["CommonErrorCode", ...codes].join(" | ")}>`;
  const types = [printResult(method), examples.join(" | ") || "never", errors];
  return `${comment([`${operation.summary}.`], "  ")}  readonly ${key(operation.id)}: OperationHandlers<${types.join(", ")}>;\n`;
}
