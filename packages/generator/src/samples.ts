// Examples for requests and responses of which the contract shows none.

import { standardFormats } from "@packages/contract/src/check/formats.ts";
import { makeReaders } from "@packages/contract/src/check/read.ts";
import { bodyKind } from "@packages/contract/src/media-types.ts";
import type { Contract, Response } from "@packages/contract/src/model.ts";
import type { Json, Schema } from "@packages/contract/src/openapi.ts";
import { TableMaker } from "@packages/contract/src/shapes/make-table.ts";
import { requestShapesOf, type Shapes, shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import {
  type NumberShape,
  type Shape,
  type StringShape,
  visit,
} from "@packages/contract/src/shapes/shape.ts";
import { sampleMatching } from "./sample-pattern.ts";

/** The name of an example that is made of a schema. */
export const sampleName = "sample";

/** Gives each parameter, header and body without an example one that its schema accepts, if one can be made. */
export function addSamples(contract: Contract): Contract {
  for (const { parameters, body, responses } of contract.operations) {
    for (const parameter of parameters) addExample(parameter, requestShapesOf(contract));
    if (body) addToBody(body, requestShapesOf(contract), false);
    for (const { headers, ...response } of responses) {
      for (const header of headers.filter(({ required }) => required))
        addExample(header, shapesOf(contract));
      addToBody(response, shapesOf(contract), true);
    }
  }
  return contract;
}

function addExample(
  part: { name: string; schema: Schema; example?: Json },
  { shapeOf }: Shapes,
): void {
  const example = make(shapeOf(part.schema), false, part.name);
  if (part.example === undefined && example !== undefined) part.example = example;
}

function addToBody(
  { mediaType = "", schema, examples }: Pick<Response, "mediaType" | "schema" | "examples">,
  { shapeOf }: Shapes,
  isWhole: boolean,
): void {
  if (
    !schema ||
    examples.length > 0 ||
    !["json", "text", "form", "multipart"].includes(bodyKind(mediaType) ?? "")
  )
    return;
  const value = make(shapeOf(schema), isWhole, "text");
  if (value !== undefined)
    examples.push({ name: sampleName, summary: "Made of its schema", value });
}

/** A value that a shape accepts. */
function make(shape: Shape, isWhole: boolean, name: string): Json | undefined {
  const value = sampleOf(shape, isWhole, name);
  return value !== undefined && fits(shape, value) ? value : undefined;
}

function fits(shape: Shape, value: Json): boolean {
  const tables = new TableMaker();
  const row = tables.add(shape);
  return makeReaders(tables.table, standardFormats)(row)(value).findings.length === 0;
}

/**
 * A value of a shape: its default, its example, one that it lists, or a plain one of its kind. Undefined if none ends.
 *
 * @param isWhole whether objects have their optional fields
 * @param name the value of a string without constraints
 * @param above names of the schemas that it is within
 */
export function sampleOf(
  shape: Shape,
  isWhole: boolean,
  name: string,
  above: readonly string[] = [],
): Json | undefined {
  const { default: usual, examples = [] } = shape.notes;
  if (usual !== undefined) return usual;
  if (examples[0] !== undefined) return examples[0];
  const first = (shapes: Shape[]): Json | undefined =>
    shapes.map((one) => sampleOf(one, isWhole, name, above)).find((value) => value !== undefined);
  return visit<Json | undefined>(shape, {
    string: (text) => sampleText(text, name),
    number: sampleNumber,
    boolean: () => true,
    constant: ({ value }) => value,
    choice: ({ values }) => values[0],
    list: ({ items, minItems = 0, maxItems = 1 }) => {
      const item = sampleOf(items, isWhole, name, above);
      return item === undefined ? [] : Array(Math.max(minItems, Math.min(1, maxItems))).fill(item);
    },
    record: () => ({}),
    object({ fields }) {
      const made = Object.entries(fields)
        .filter(([, { required }]) => required || isWhole)
        .map(([field, one]) => ({
          field,
          ...one,
          value: sampleOf(one.shape, isWhole, field, above),
        }));
      if (made.some(({ required, value }) => required && value === undefined)) return undefined;
      return Object.fromEntries(
        made.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])),
      );
    },
    tagged: ({ variants }) => first(Object.values(variants)),
    union: ({ variants }) => first(variants),
    reference: (one) =>
      above.includes(one.name)
        ? undefined
        : sampleOf(one.target(), isWhole, name, [...above, one.name]),
    anything: () => ({}),
  });
}

/** Samples of the formats that a string cannot be made up for. */
const formatSamples: Record<string, string> = {
  date: "2026-11-20",
  "date-time": "2026-11-20T15:00:00Z",
  time: "15:00:00",
  duration: "PT1H",
  "http-date": "Fri, 20 Nov 2026 15:00:00 GMT",
  email: "maria@example.com",
  uri: "https://example.com/",
  uuid: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
  base64: "aGVsbG8=",
  base64url: "aGVsbG8",
};

function sampleText(
  { format, patterns: [pattern, ...others], minLength = 0, maxLength = 100 }: StringShape,
  name: string,
): string | undefined {
  const known = formatSamples[format ?? ""];
  if (known !== undefined) return known;
  const length = Math.max(minLength, Math.min(name.length, maxLength));
  if (pattern === undefined) return (name || "-").repeat(length).slice(0, length);
  return sampleMatching(pattern, (text) => {
    const size = [...text].length;
    const isOfAll = others.every((other) => new RegExp(other, "u").test(text));
    return size >= minLength && size <= maxLength && isOfAll;
  });
}

function sampleNumber({
  integer,
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multiples,
}: NumberShape): number {
  const unit = multiples[0] ?? (integer ? 1 : 0.01);
  const above = exclusiveMinimum;
  const below = exclusiveMaximum;
  const low = minimum ?? (above === undefined ? undefined : above + unit);
  const high = maximum ?? (below === undefined ? undefined : below - unit);
  if (low !== undefined && low > 0) return Math.ceil(low / unit) * unit;
  return high !== undefined && high < 0 ? Math.floor(high / unit) * unit : 0;
}
