// The parts of an additional spec that its server needs at run time: methods, paths and checks of requests.

import { standardFormats } from "@packages/contract/src/check/formats.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { shapesIn } from "@packages/contract/src/shapes/contract-shapes.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import type { FieldShape } from "@packages/contract/src/shapes/shape.ts";
import { follow } from "@packages/contract/src/shapes/shape.ts";
import { banner, key, literal } from "./print-code.ts";

/**
 * A module that exports `operations`: by id the method, the path, and the checks of query and body. Objects that list
 * their fields take no others, so that a misspelt field is reported. `forms` says what a pattern stands for, in words.
 */
export function printOperations(document: Document): string {
  const contract = readContract(document);
  const { shapeOf } = shapesOf(contract);
  const maker = new TableMaker({ formats: new Set(Object.keys(standardFormats)), isClosed: true });
  const entries = contract.operations.map(({ id, method, path, parameters, body }) => {
    const query = parameters.flatMap(
      ({ name, in: place, required, schema }): [string, FieldShape][] =>
        place === "query"
          ? [[name, { required, shape: shapeOf(schema, `${id}/query/${name}`) }]]
          : [],
    );
    const integers = query.flatMap(([name, { shape }]) => {
      const form = follow(shape);
      return form.kind === "number" && form.integer ? [name] : [];
    });
    const parts = [
      `method: ${literal(method)}`,
      `path: ${literal(path)}`,
      `query: readers(${maker.addFields(Object.fromEntries(query))})`,
      `integers: ${literal(integers)}`,
      ...(body
        ? [
            `body: readers(${maker.add(shapeOf(body.schema, `${id}/requestBody`))})`,
            `bodyRequired: ${body.required}`,
          ]
        : []),
    ];
    return `  ${key(id)}: { ${parts.join(", ")} },`;
  });
  const forms = [...shapesIn(contract)].flatMap((shape) =>
    shape.kind === "text" && shape.notes.description !== undefined
      ? shape.patterns.map((pattern) => [pattern, shape.notes.description])
      : [],
  );
  return [
    banner,
    'import { makeReaders } from "@packages/contract/src/check/read.ts";',
    'import { standardFormats } from "@packages/contract/src/check/formats.ts";',
    "",
    `const readers = makeReaders(JSON.parse(${literal(JSON.stringify(maker.table))}), standardFormats);`,
    "",
    "/** By operation: how it is called, and the checks of what it is given. */",
    "export const operations = {",
    ...entries,
    "};",
    "",
    "/** What a pattern stands for. */",
    `export const forms = ${literal(Object.fromEntries(forms))};`,
    "",
  ].join("\n");
}

/** The types of that module. */
export const operationsDeclaration = `${banner}
import type { Reader } from "@packages/contract/src/check/read.ts";
import type { operations as Operations } from "./types.d.ts";

/** How an operation is called, and the checks of what it is given. */
export interface OperationEntry {
  readonly method: string;
  /** As OpenAPI writes it: \`/things/{id}\`. */
  readonly path: string;
  readonly query: Reader;
  /** Parameters of the query that are whole numbers. */
  readonly integers: readonly string[];
  /** Absent where the operation takes no body. */
  readonly body?: Reader;
  readonly bodyRequired?: boolean;
}

/** By operation id. */
export declare const operations: Readonly<Record<keyof Operations, OperationEntry>>;

/** What a pattern stands for, in words. */
export declare const forms: Readonly<Record<string, string>>;
`;
