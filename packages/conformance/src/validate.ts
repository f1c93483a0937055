import { Ajv2020, type ErrorObject, type Format, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Contract, isObject, type Json, type JsonObject, mergeSchema, type Schema } from "./contract.ts";

/** A rule that a value breaks. */
export interface Violation {
  /** Steps to the value, as in `["customer", "email"]`. */
  path: string[];
  /** Keyword of JSON Schema, or `text` where a text is none. */
  keyword: string;
  message: string;
}

interface FormatBy {
  property: string;
  formats: Record<string, string>;
}

const id = "contract";

/** Holds values against the schemas of a contract. */
export class Validator {
  readonly #contract: Contract;
  readonly #ajv: Ajv2020;
  readonly #compiled = new Map<string, ValidateFunction>();

  /** @param formats of the contract, beside those of JSON Schema */
  constructor(contract: Contract, formats: Readonly<Record<string, Format>>) {
    this.#contract = contract;
    this.#ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true, verbose: false });
    addFormats.default(this.#ajv);
    for (const [name, format] of Object.entries(formats)) this.#ajv.addFormat(name, format);
    this.#ajv.addKeyword({
      keyword: "x-format-by",
      validate: (by: FormatBy, value: unknown, _schema: unknown, context?: { parentData?: JsonObject }) => {
        const format = formats[by.formats[String(context?.parentData?.[by.property])] ?? ""];
        return typeof format !== "function" || typeof value !== "string" || format(value) === true;
      },
    });
    this.#ajv.addSchema({ $id: id, components: { schemas: contract.schemas } });
  }

  /** Which rules of a schema a value breaks. */
  violations(schema: Schema, value: Json | undefined): Violation[] {
    const key = JSON.stringify(schema);
    let validate = this.#compiled.get(key);
    if (!validate) {
      const absolute = JSON.parse(key.replaceAll('"#/components/', `"${id}#/components/`)) as object;
      validate = this.#ajv.compile(absolute);
      this.#compiled.set(key, validate);
    }
    return validate(value) ? [] : (validate.errors ?? []).map(toViolation);
  }

  /** A value without the fields that its schema does not know: those may differ from response to response. */
  documented(schema: Schema, value: Json): Json {
    return without(value, this.unknownFields(schema, value));
  }

  /** Paths of fields in a value that its schema does not know. Objects without properties may hold anything. */
  unknownFields(schema: Schema, value: Json, path: readonly string[] = []): string[][] {
    const merged = mergeSchema(this.#contract, schema);
    const variants = [...(merged.anyOf ?? []), ...(merged.oneOf ?? [])];
    if (variants.length > 0) {
      const fitting = variants.find((variant) => this.violations(variant, value).length === 0);
      return this.unknownFields(fitting ?? variants[0] ?? {}, value, path);
    }
    if (Array.isArray(value)) {
      const { items } = merged;
      return items ? value.flatMap((item, index) => this.unknownFields(items, item, [...path, String(index)])) : [];
    }
    if (!isObject(value) || !merged.properties) return [];
    const { properties, additionalProperties } = merged;
    return Object.entries(value).flatMap(([name, inner]) => {
      const property = properties[name];
      if (property) return this.unknownFields(property, inner, [...path, name]);
      return additionalProperties === undefined ? [[...path, name]] : [];
    });
  }
}

/** A copy of a value without the fields at some paths. */
function without(value: Json, paths: readonly string[][]): Json {
  const copy = structuredClone(value);
  for (const path of paths) {
    const parent = path.slice(0, -1).reduce<Json | undefined>((inner, step) => (inner as JsonObject)[step], copy);
    if (isObject(parent)) delete parent[path.at(-1) ?? ""];
  }
  return copy;
}

function toViolation({ instancePath, keyword, message = "is wrong", params }: ErrorObject): Violation {
  const path = instancePath
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  const missing = (params as { missingProperty?: string }).missingProperty;
  return {
    path: keyword === "required" && missing !== undefined ? [...path, missing] : path,
    keyword,
    message,
  };
}

/** Whether a text can be one: U+0000 and halves of surrogate pairs cannot. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/** A violation in words. */
export function describeViolation({ path, message }: Violation): string {
  return `${path.join(".") || "the value"} ${message}`;
}
