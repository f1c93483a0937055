import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { type CheckOptions, makeReaders, type Reading } from "@packages/contract/src/check/read.ts";
import type { FormatCheck, ValueViolation } from "@packages/contract/src/check/run.ts";
import { formatsIn, shapesIn } from "@packages/contract/src/shapes/contract-shapes.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
import { type Shapes, shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { type Contract, isJsonObject, type Json, type Schema } from "./contract.ts";
import { valueAtPath } from "./json-values.ts";

/** A rule that a value breaks. */
export interface SchemaViolation {
  /** Steps to the value, as in `["order", "number"]`. */
  path: string[];
  message: string;
  /** Error code that the contract gives this rule of this field. */
  code: string | undefined;
  /** Where the rule comes from if the provider's document does not state it. */
  basis?: ValueViolation["basis"];
}

/** Holds values against the schemas of a contract. */
export class Validator {
  readonly #shapes: Shapes;
  readonly #tables: TableMaker;
  readonly #reader: ReturnType<typeof makeReaders>;
  readonly #rows = new Map<string, number>();
  /** Error codes that the contract gives broken rules. */
  readonly codes: ReadonlySet<string>;

  /** @param formats of the contract, besides those of JSON Schema; others are not checked */
  constructor(contract: Contract, formats: Readonly<Record<string, FormatCheck>>) {
    this.#shapes = shapesOf(contract);
    const shapes = [...shapesIn(contract)];
    this.codes = new Set(
      shapes.flatMap(({ annotations }) => Object.values(annotations.codes ?? {})),
    );
    this.#tables = new TableMaker({ formats: formatsIn(contract) });
    this.#reader = makeReaders(this.#tables.table, { ...standardFormats, ...formats });
  }

  /** The rules of a schema that a value breaks. */
  violations(schema: Schema, value: Json | undefined): SchemaViolation[] {
    return this.#read(schema, value).findings.map(({ path, message, code, basis }) => {
      const steps = path === "" ? [] : path.split(".");
      return { path: steps, message, code, ...(basis && { basis }) };
    });
  }

  /** A value without the fields that its schema does not know: those may differ from response to response. */
  documented(schema: Schema, value: Json): Json {
    const copy = structuredClone(value);
    for (const path of this.unknownFields(schema, value)) {
      const parent = valueAtPath(copy, path.slice(0, -1));
      if (isJsonObject(parent)) delete parent[path.at(-1) ?? ""];
    }
    return copy;
  }

  /** Paths of fields in a value that its schema does not know. Objects without properties may hold anything. */
  unknownFields(schema: Schema, value: Json): string[][] {
    const dropped: string[] = [];
    this.#read(schema, value, { dropped });
    return dropped.map((path) => path.split("."));
  }

  #read(schema: Schema, value: Json | undefined, options: CheckOptions = {}): Reading {
    const key = JSON.stringify(schema);
    const row = this.#rows.get(key) ?? this.#tables.add(this.#shapes.shapeOf(schema, ""));
    this.#rows.set(key, row);
    return this.#reader(row)(value, options);
  }
}

/** A violation in words. */
export function describeViolation({ path, message }: SchemaViolation): string {
  return `${path.join(".") || "the value"} ${message}`;
}
