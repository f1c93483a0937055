import type { FormatCheck } from "@packages/contract/src/check/read.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, Operation, Parameter } from "@packages/contract/src/model.ts";
import { unspecified } from "@packages/contract/src/shapes/intersect.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
import { requestShapesOf, shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { type FieldShape, follow } from "@packages/contract/src/shapes/shape.ts";
import type { ContractChecks, RequestRows } from "@packages/server/src/rules.ts";
import { banner, literal } from "../print-code.ts";
import { isGiven } from "./contract-rules.ts";
import { detailsSchema, needsDetails } from "./error-details.ts";
import { printReads } from "./print-reads.ts";

const places = { path: "path", query: "query", header: "headers" } as const;

/**
 * A server's checks of requests, responses and notifications, as a table.
 *
 * @throws {SpecError} with the place of a schema that cannot be checked, or of an unknown format
 */
export function contractChecks(
  contract: Contract,
  formats: Readonly<Record<string, FormatCheck>>,
): ContractChecks {
  const { shapeOf } = shapesOf(contract);
  const requests = requestShapesOf(contract);
  const maker = new TableMaker({ formats: new Set(Object.keys(formats)) });

  function requestRows(operation: Operation): RequestRows {
    const { id, body, parameters } = operation;
    const parts = Object.entries(places).flatMap(([place, name]) => {
      const found = parameters.filter((parameter) => parameter.in === place);
      if (found.length === 0) return [];
      const fields = found.map((one): [string, FieldShape] => [
        getParameterName(one),
        { required: one.required, shape: shapeOf(one.schema, `${id}/parameters/${one.name}`) },
      ]);
      return [[name, maker.addFields(Object.fromEntries(fields))] as const];
    });
    const lists = Object.entries(places).flatMap(([place, name]) => {
      const found = parameters.filter((one) => one.in === place && one.separator !== undefined);
      return found.length > 0
        ? [[name, Object.fromEntries(found.map((one) => [getParameterName(one), one.separator]))]]
        : [];
    });
    const headerNames = parameters.filter((one) => one.in === "header").map(getParameterName);
    return {
      // Bytes are no value of JSON to copy.
      ...(body &&
        bodyKind(body.mediaType) !== "bytes" && {
          body: maker.add(requests.shapeOf(body.schema, `${id}/requestBody`)),
        }),
      ...Object.fromEntries(parts),
      ...(headerNames.length > 0 && { headerNames }),
      ...(lists.length > 0 && { lists: Object.fromEntries(lists) }),
    };
  }

  function resultRows({ id, responses }: Operation): Record<number, number> {
    const rows = responses.flatMap(({ status, mediaType = "", schema }) => {
      const shape = shapeOf(schema ?? {}, `${id}/responses/${status}`);
      const isScalar = /^(text|number|boolean|choice|constant)$/.test(follow(shape).kind);
      const isChecked = mediaType.endsWith("json") || (bodyKind(mediaType) === "text" && isScalar);
      return schema && isChecked ? [[status, maker.add(shape)]] : [];
    });
    return Object.fromEntries(rows);
  }

  function headerRows({ id, responses }: Operation): Record<number, number> {
    const rows = responses.flatMap(({ status, headers }) => {
      const fields = headers.map((header): [string, FieldShape] => {
        const shape = shapeOf(header.schema, `${id}/responses/${status}/${header.name}`);
        // A list stands in a header as one text.
        const isList = follow(shape).kind === "list";
        return [
          header.name.toLowerCase(),
          { required: isGiven(header), shape: isList ? unspecified : shape },
        ];
      });
      return fields.length > 0 ? [[status, maker.addFields(Object.fromEntries(fields))]] : [];
    });
    return Object.fromEntries(rows);
  }

  const details = contract.errors.flatMap((error) => {
    const { code, details } = error;
    if (!details) return [];
    const required = needsDetails(contract, error);
    const schema = detailsSchema(error, required);
    const shape = schema ? shapeOf(schema, `x-error-catalogue/${code}/details`) : unspecified;
    return [[code, { row: maker.add(shape), required }]];
  });
  return {
    requests: Object.fromEntries(
      contract.operations.map((operation) => [operation.id, requestRows(operation)]),
    ),
    results: Object.fromEntries(
      contract.operations.map((operation) => [operation.id, resultRows(operation)]),
    ),
    headers: Object.fromEntries(
      contract.operations.map((operation) => [operation.id, headerRows(operation)]),
    ),
    details: Object.fromEntries(details),
    notifications: Object.fromEntries(
      contract.notifications.map(({ event, body }) => [
        event,
        maker.add(shapeOf(body.schema, `${event}/requestBody`)),
      ]),
    ),
    table: maker.table,
  };
}

/** The checks as a module without imports, with functions that read the rows of the table. */
export function printChecks(
  { table, ...rows }: ContractChecks,
  formats: Readonly<Record<string, FormatCheck>>,
): string {
  const { requests, results, notifications } = rows;
  const wanted = [
    ...Object.values(requests).flatMap(({ body, path, query, headers }) => [
      body,
      path,
      query,
      headers,
    ]),
    ...Object.values(results).flatMap(Object.values<number>),
    ...Object.values(notifications),
  ].filter((row) => row !== undefined);
  return [
    banner,
    "/** What a contract says of values: a table, and which of its rows is for what. */",
    "export const checks = {",
    `  ...${literal(rows)},`,
    `  table: JSON.parse(${literal(JSON.stringify(table))}),`,
    `  reads: ${printReads(table, formats, wanted)},`,
    "};",
    "",
  ].join("\n");
}

function getParameterName({ name, in: place }: Parameter): string {
  return place === "header" ? name.toLowerCase() : name;
}
