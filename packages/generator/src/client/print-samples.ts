// The contract's examples as the handlers for msw take them. Only machines read them.
import { findEchoes } from "@packages/contract/src/echoes.ts";
import type { Contract, Operation, Response } from "@packages/contract/src/model.ts";
import { isUsualHeader, listSuccesses } from "@packages/contract/src/successes.ts";
import { banner } from "../print-code.ts";
import { buildMethod } from "./client-model.ts";

/** Types of the module with the samples. */
export const samplesDeclaration = `${banner}import type { SampleOperation, SampleResponse } from "@packages/client/src/testing/handlers.ts";

export declare const operations: Record<string, SampleOperation>;
export declare const errors: Record<string, SampleResponse>;
`;

/** The module with the samples of every operation and error. */
export function printSamples(contract: Contract): string {
  const operations = contract.operations.map((operation) => [
    operation.id,
    makeOperationSample(contract, operation),
  ]);
  const errors = contract.errors.map(({ code, status, sample }) => [
    code,
    { status, body: sample },
  ]);
  return `${banner}${printSampleMap("operations", operations)}${printSampleMap("errors", errors)}`;
}

function printSampleMap(name: string, entries: unknown[][]): string {
  // An object parsed from JSON has no prototype that a key could set.
  return `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(Object.fromEntries(entries)))});\n`;
}

function makeOperationSample(contract: Contract, operation: Operation): object {
  const { envelope, result } = buildMethod(contract, operation);
  const echoes = findEchoes(contract, operation, result);
  const usual = sampleHeaders(listSuccesses(operation)[0]);
  const others = operation.responses.map(
    (response) => [response.status, sampleHeaders(response)] as const,
  );
  const different = others.filter(
    ([, headers]) => JSON.stringify(headers) !== JSON.stringify(usual),
  );
  const successes = listSuccesses(operation).flatMap(({ status, examples }) =>
    examples.length > 0
      ? examples.map(({ name, value }) => [name, { status, body: value }])
      : [["empty", { status }]],
  );
  return {
    method: operation.method.toLowerCase(),
    path: operation.path.replace(
      /\{([^{}]+)\}/g,
      (_, name: string) => `:${name.replace(/\W/g, "_")}`,
    ),
    ...(!envelope && { bare: true }),
    ...(Object.keys(usual).length > 0 && { headers: usual }),
    ...(different.length > 0 && { headersOf: Object.fromEntries(different) }),
    ...(Object.keys(echoes).length > 0 && { echoes }),
    examples: Object.fromEntries(successes),
  };
}

/** The headers that a response always has, as the contract shows them. */
function sampleHeaders(response: Response | undefined): Record<string, string> {
  const headers =
    response?.headers.filter((header) => isUsualHeader(header) && header.example !== undefined) ??
    [];
  return Object.fromEntries(headers.map(({ name, example }) => [name, String(example)]));
}
