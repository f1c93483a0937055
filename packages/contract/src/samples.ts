// Examples for requests and responses of which the contract shows none.

import { standardFormats } from "./check/formats.ts";
import { type CheckOptions, makeReaders } from "./check/read.ts";
import type { Formats } from "./check/run.ts";
import { bodyKind } from "./media-types.ts";
import type { Contract, Response } from "./model.ts";
import type { Json, Schema } from "./openapi.ts";
import { sampleMatching } from "./sample-pattern.ts";
import { TableMaker } from "./shapes/make-table.ts";
import { requestShapesOf, type Shapes, shapesOf } from "./shapes/normalise.ts";
import { type NumberShape, type Shape, type StringShape, valuesOf, visit } from "./shapes/shape.ts";

/** The name of an example that is made of a schema. */
export const sampleName = "sample";

/**
 * Gives each parameter, header and body without an example one that its schema accepts, if one can be made.
 *
 * @param hasOptional whether bodies of requests have their optional fields, as those of responses do
 */
export function addSamples(contract: Contract, { hasOptional = false } = {}): Contract {
  const samples = new SampleMaker();
  const addExample = (part: SampledPart, { shapeOf }: Shapes): void => {
    if (part.example !== undefined) return;
    const example = samples.make(shapeOf(part.schema), { name: part.name });
    if (example !== undefined) part.example = example;
  };
  const addToBody = (body: SampledBody, { shapeOf }: Shapes, isWhole: boolean): void => {
    const { mediaType = "", schema, examples } = body;
    const kind = bodyKind(mediaType) ?? "";
    if (!schema || examples.length > 0 || !sampledKinds.includes(kind)) return;
    const value = samples.make(shapeOf(schema), { isWhole, name: "text" });
    if (value !== undefined)
      examples.push({ name: sampleName, summary: "Made from its schema", value });
  };
  for (const { parameters, body, responses } of contract.operations) {
    for (const parameter of parameters) addExample(parameter, requestShapesOf(contract));
    if (body) addToBody(body, requestShapesOf(contract), hasOptional);
    for (const { headers, ...response } of responses) {
      for (const header of headers.filter(({ required }) => required))
        addExample(header, shapesOf(contract));
      addToBody(response, shapesOf(contract), true);
    }
  }
  return contract;
}

type SampledPart = { name: string; schema: Schema; example?: Json };
type SampledBody = Pick<Response, "mediaType" | "schema" | "examples">;

/** Kinds of bodies that samples are made of. */
const sampledKinds = ["json", "text", "form", "multipart"];

interface SampleOptions {
  /** The value of a string without constraints. */
  name: string;
  /** Whether objects have their optional fields. */
  isWhole?: boolean;
  /** Whether the next object has them too, however deep it is. */
  isDeep?: boolean;
  /** Whether defaults and examples of schemas are passed over. */
  isMade?: boolean;
  /** The number of the value, if several are made that differ. Default: 0. */
  nth?: number;
}

/** Schemas within schemas that have their optional fields: beyond, a value would grow with each level. */
const maxWholeDepth = 1;

/** Makes values of shapes. What it learns of their schemas is kept for the next. */
export class SampleMaker {
  readonly #tables = new TableMaker();
  readonly #readers = makeReaders(this.#tables.table, standardFormats);

  /** A value that a shape accepts: with defaults and examples of its schemas, or else without; undefined if none is found. */
  make(shape: Shape, options: SampleOptions): Json | undefined {
    const made = { ...options, isMade: true };
    for (const one of [options, made, { ...made, isWhole: false }]) {
      const value = this.#of(shape, one, []);
      if (value !== undefined && this.fits(shape, value)) return value;
    }
    return undefined;
  }

  /** Whether a shape accepts a value. */
  fits(shape: Shape, value: unknown, options?: CheckOptions): boolean {
    return this.#readers(this.#tables.add(shape))(value, options).findings.length === 0;
  }

  /**
   * The default of a shape, its example, a value that it lists, or a plain one of its kind. Undefined if none ends.
   *
   * @param above names of the schemas that it is within
   */
  #of(shape: Shape, options: SampleOptions, above: readonly string[]): Json | undefined {
    const { default: usual, examples: [example] = [] } = shape.annotations;
    const stated = usual ?? example;
    const { nth = 0 } = options;
    if (stated !== undefined && !options.isMade && nth === 0) return stated;
    const of = (one: Shape, own: Partial<SampleOptions> = {}) =>
      this.#of(one, { ...options, ...own }, above);
    return visit<Json | undefined>(shape, {
      string: (string) => sampleString(string, options.name, nth),
      number: (number) => sampleNumber(number, nth),
      boolean: () => nth === 0,
      constant: ({ value }) => value,
      enum: ({ values }) => values[nth] ?? values[0],
      array: ({ items, minItems = 0, maxItems = 1, unique }) => {
        const length = Math.max(minItems, Math.min(1, maxItems));
        const listed = unique && length > 1 && valuesOf(items);
        if (listed) return listed.slice(0, length);
        if (unique && length > 1) {
          const made = Array.from({ length }, (_, index) => of(items, { nth: index }));
          return made.flatMap((one) => (one === undefined ? [] : [one]));
        }
        const item = of(items);
        return item === undefined ? [] : Array(length).fill(item);
      },
      record: () => ({}),
      object: ({ fields }) => {
        const isWhole = (options.isWhole && above.length <= maxWholeDepth) || options.isDeep;
        const made = Object.entries(fields)
          .filter(([, { required }]) => required || isWhole)
          .map(([field, one]) => {
            const value = of(one.shape, { name: field, isDeep: false });
            // A schema may have to hold itself, or null.
            const isNull = value === undefined && one.required && one.shape.nullable;
            return { field, ...one, value: isNull ? null : value };
          });
        if (made.some(({ required, value }) => required && value === undefined)) return undefined;
        return Object.fromEntries(
          made.flatMap(({ field, value }) => (value === undefined ? [] : [[field, value]])),
        );
      },
      discriminated: ({ field, variants }) => {
        for (const [tag, variant] of Object.entries(variants)) {
          const value = of(variant);
          if (typeof value === "object" && value !== null)
            return {
              ...value,
              ...(String((value as Record<string, Json>)[field]) !== tag && { [field]: tag }),
            };
        }
        return undefined;
      },
      union: (union) => {
        let first: Json | undefined;
        // Optional fields may distinguish the forms.
        for (const isDeep of [options.isDeep ?? false, true])
          for (const variant of union.variants) {
            const value = of(variant, { isDeep });
            if (value !== undefined && this.fits(union, value)) return value;
            first ??= value;
          }
        return first;
      },
      reference: ({ name, target }) =>
        above.includes(name) ? undefined : this.#of(target(), options, [...above, name]),
      anything: () => ({}),
    });
  }
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

/** A string that fits a shape, made of its name if it may be; undefined if none is found. @param nth makes different strings */
function sampleString(
  { format = "", patterns, minLength = 0, maxLength = 100 }: StringShape,
  name: string,
  nth: number,
): string | undefined {
  const checkFormat = (standardFormats as Formats)[format];
  const fits = (value: string): boolean => {
    const length = [...value].length;
    const hasFormat = typeof checkFormat !== "function" || checkFormat(value);
    const matchesAll = patterns.every((pattern) => new RegExp(pattern, "u").test(value));
    return length >= minLength && length <= maxLength && hasFormat && matchesAll;
  };
  const [pattern] = patterns;
  const ofFormat = formatSamples[format];
  if (nth > 0) {
    const numbered = ofFormat?.replace(/[\da-z](?=[^\da-z]*$)/, `${nth}`);
    if (numbered !== undefined && fits(numbered)) return numbered;
    const letters = `^[a-z]{${minLength},${Math.max(minLength, Math.min(8, maxLength))}}$`;
    const found = new Set<string>();
    return sampleMatching(pattern ?? letters, (value) => {
      if (fits(value)) found.add(value);
      return found.size > nth;
    });
  }
  if (ofFormat !== undefined && (pattern === undefined || fits(ofFormat))) return ofFormat;
  const length = Math.max(minLength, Math.min(name.length, maxLength));
  const ofName = (name || "-").repeat(length).slice(0, length);
  return pattern === undefined || fits(ofName) ? ofName : sampleMatching(pattern, fits);
}

function sampleNumber(
  { integer, minimum, maximum, exclusiveMinimum, exclusiveMaximum, multiples }: NumberShape,
  nth: number,
): number {
  const unit = multiples[0] ?? (integer ? 1 : 0.01);
  const above = exclusiveMinimum;
  const below = exclusiveMaximum;
  const low = minimum ?? (above === undefined ? undefined : above + unit);
  const high = maximum ?? (below === undefined ? undefined : below - unit);
  if (low !== undefined && low > 0) return (Math.ceil(low / unit) + nth) * unit;
  if (high !== undefined && high < 0) return (Math.floor(high / unit) - nth) * unit;
  // A maximum of 0 or more leaves room below it.
  return (high !== undefined && high < nth * unit ? -nth : nth) * unit;
}
