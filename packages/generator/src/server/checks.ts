import type { FormatCheck } from "@packages/contract/src/check/read.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type {
  Body,
  Contract,
  Operation,
  Parameter,
  Response,
} from "@packages/contract/src/model.ts";
import { readBodyShape } from "@packages/contract/src/read-layout.ts";
import { unspecified } from "@packages/contract/src/shapes/intersect.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { type FieldShape, follow, scalarKinds } from "@packages/contract/src/shapes/shape.ts";
import type { ContractChecks, RequestRows } from "@packages/server/src/contract-table.ts";
import { banner, literal } from "../print-code.ts";
import { isGiven } from "./contract-table.ts";
import { detailsSchema, needsDetails } from "./error-details.ts";
import { printReads } from "./print-reads.ts";

const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/** Adds the shapes of a contract to one table. */
class CheckTable {
  #contract: Contract;
  #maker: TableMaker;
  #shapes: ReturnType<typeof shapesOf>;

  constructor(contract: Contract, formats: Iterable<string>) {
    this.#contract = contract;
    this.#maker = new TableMaker({ formats: new Set(formats) });
    this.#shapes = shapesOf(contract);
  }

  get table(): ContractChecks["table"] {
    return this.#maker.table;
  }

  addRequest({ id, body, parameters }: Operation): RequestRows {
    const parts = Object.entries(places).flatMap(([place, name]) => {
      const found = parameters.filter((parameter) => parameter.in === place);
      if (found.length === 0) return [];
      const fields = found.map((one): [string, FieldShape] => {
        const shape = this.#shapes.shapeOf(one.schema, `${id}/parameters/${one.name}`);
        return [getParameterName(one), { required: one.required, shape }];
      });
      return [[name, this.#maker.addFields(Object.fromEntries(fields))] as const];
    });
    const layouts = Object.entries(places).flatMap(([place, name]) => {
      const found = parameters.flatMap((one) =>
        one.in === place && one.layout !== undefined && one.layout !== "repeated"
          ? [[getParameterName(one), one.layout]]
          : [],
      );
      return found.length > 0 ? [[name, Object.fromEntries(found)]] : [];
    });
    const expansions = parameters.flatMap(({ name, expansion }) =>
      expansion ? [[name, expansion]] : [],
    );
    const namesIn = (place: string) =>
      parameters.filter((one) => one.in === place).map(getParameterName);
    const headerNames = namesIn("header");
    const cookieNames = namesIn("cookie");
    return {
      // Bytes cannot be copied as JSON.
      ...(body &&
        bodyKind(body.mediaType) !== "bytes" && {
          body: this.#maker.add(readBodyShape(this.#contract, body, `${id}/requestBody`)),
        }),
      ...(body?.others && { otherBodies: this.#addOtherBodies(id, body) }),
      ...Object.fromEntries(parts),
      ...(headerNames.length > 0 && { headerNames }),
      ...(cookieNames.length > 0 && { cookieNames }),
      ...(layouts.length > 0 && { layouts: Object.fromEntries(layouts) }),
      ...(expansions.length > 0 && { expansions: Object.fromEntries(expansions) }),
    };
  }

  #addOtherBodies(id: string, body: Body): Record<string, number> {
    const rows = (body.others ?? []).flatMap((content) => {
      if (bodyKind(content.mediaType) === "bytes") return [];
      const { form: _, ...rest } = body;
      const shape = readBodyShape(this.#contract, { ...rest, ...content }, `${id}/requestBody`);
      return [[content.mediaType, this.#maker.add(shape)]];
    });
    return Object.fromEntries(rows);
  }

  /** Rows of an operation's results, by status. */
  addResults({ id, responses }: Operation): Record<number, number> {
    const rows = responses.flatMap((response) => {
      const row = this.#addContent(response, `${id}/responses/${response.status}`);
      return row === undefined ? [] : [[response.status, row]];
    });
    return Object.fromEntries(rows);
  }

  /** Rows of an operation's results of other media types, by status and media type. */
  addOtherResults({ id, responses }: Operation): Record<number, Record<string, number>> {
    const rows = responses.flatMap(({ status, others = [] }) => {
      const found = others.flatMap((content) => {
        const row = this.#addContent(content, `${id}/responses/${status}`);
        return row === undefined ? [] : [[content.mediaType, row]];
      });
      return found.length > 0 ? [[status, Object.fromEntries(found)]] : [];
    });
    return Object.fromEntries(rows);
  }

  /** The row of a body of a response; undefined if it is not checked. */
  #addContent(
    { mediaType = "", schema }: Pick<Response, "mediaType" | "schema">,
    place: string,
  ): number | undefined {
    const shape = this.#shapes.shapeOf(schema ?? {}, place);
    const isScalar = scalarKinds.includes(follow(shape).kind);
    const kind = bodyKind(mediaType);
    const isStream = kind === "lines" || kind === "events";
    const isChecked = isStream || kind === "json" || (kind === "text" && isScalar);
    return schema && isChecked ? this.#maker.add(shape) : undefined;
  }

  /** Rows of the headers of an operation's responses, by status. */
  addHeaders({ id, responses }: Operation): Record<number, number> {
    const rows = responses.flatMap(({ status, headers }) => {
      const fields = headers.map((header): [string, FieldShape] => {
        const place = `${id}/responses/${status}/${header.name}`;
        const schema = { ...header.schema, ...(header.basis && { "x-basis": header.basis }) };
        const shape = this.#shapes.shapeOf(schema, place);
        // A list stands in a header as one string.
        const isList = follow(shape).kind === "array";
        return [
          header.name.toLowerCase(),
          { required: isGiven(header), shape: isList ? unspecified : shape },
        ];
      });
      return fields.length > 0 ? [[status, this.#maker.addFields(Object.fromEntries(fields))]] : [];
    });
    return Object.fromEntries(rows);
  }

  /** The details of the contract's errors, by code. */
  addDetails(): ContractChecks["details"] {
    const details = this.#contract.errors.flatMap((error) => {
      if (!error.details) return [];
      const required = needsDetails(this.#contract, error);
      const schema = detailsSchema(error);
      const place = `x-error-catalogue/${error.code}/details`;
      const shape = schema ? this.#shapes.shapeOf(schema, place) : unspecified;
      return [[error.code, { row: this.#maker.add(shape), required }]];
    });
    return Object.fromEntries(details);
  }

  addNotification({ event, body }: Contract["notifications"][number]): number {
    return this.#maker.add(this.#shapes.shapeOf(body.schema, `${event}/requestBody`));
  }
}

/**
 * A server's checks of requests, responses and notifications, as a table.
 *
 * @throws {SpecError} with the place of a schema that cannot be checked, or of an unknown format
 */
export function contractChecks(
  contract: Contract,
  formats: Readonly<Record<string, FormatCheck>>,
): ContractChecks {
  const { operations, notifications } = contract;
  const rows = new CheckTable(contract, Object.keys(formats));
  const details = rows.addDetails();
  const others = operations.flatMap((one) => {
    const found = rows.addOtherResults(one);
    return Object.keys(found).length > 0 ? [[one.id, found]] : [];
  });
  return {
    requests: Object.fromEntries(operations.map((one) => [one.id, rows.addRequest(one)])),
    results: Object.fromEntries(operations.map((one) => [one.id, rows.addResults(one)])),
    ...(others.length > 0 && { otherResults: Object.fromEntries(others) }),
    headers: Object.fromEntries(operations.map((one) => [one.id, rows.addHeaders(one)])),
    details,
    notifications: Object.fromEntries(
      notifications.map((one) => [one.event, rows.addNotification(one)]),
    ),
    table: rows.table,
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
    "/** A contract's constraints on values: a table, and the row for each use. */",
    "export const checks = {",
    ...Object.entries(rows).map(([use, row]) => `  ${use}: ${literal(row, "  ")},`),
    `  table: JSON.parse(${literal(JSON.stringify(table))}),`,
    `  reads: ${printReads(table, formats, wanted)},`,
    "};",
    "",
  ].join("\n");
}

function getParameterName({ name, in: place }: Parameter): string {
  return place === "header" ? name.toLowerCase() : name;
}
