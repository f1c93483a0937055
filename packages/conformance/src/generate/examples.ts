import { readExample } from "@packages/contract/src/sample-request.ts";
import {
  type Form,
  fieldsOf,
  follow,
  type Rules,
  type Shape,
  valuesOf,
} from "@packages/contract/src/shapes/shape.ts";
import { type Contract, getShape, type Json } from "../contract.ts";
import { Validator } from "../validate.ts";

/** Values of formats that many documents have. */
const ofFormat: Readonly<Record<string, string>> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  email: "maria@conformance.example",
  uri: "https://conformance.example/",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
};

/** Levels of a value beyond which nothing is made. */
const maxDepth = 5;

/**
 * Gives bodies and required parameters without an example one that is made of their schema, if it is accepted by it. Published
 * examples that break their own schema are left out.
 */
export function addExamples(contract: Contract): Contract {
  const validator = new Validator(contract, {});
  for (const { body, parameters } of contract.operations) {
    for (const parameter of parameters) {
      if (!parameter.required || readExample(parameter) !== undefined) continue;
      const value = makeExample(getShape(contract, parameter.schema));
      if (value !== undefined) parameter.example = value;
    }
    if (!body) continue;
    const isRight = (value: Json) => validator.violations(body.schema, value).length === 0;
    body.examples = body.examples.filter((one) => isRight(one.value));
    if (body.examples.length > 0) continue;
    const value = makeExample(getShape(contract, body.schema));
    if (value !== undefined && isRight(value))
      body.examples.push({ name: "made of its schema", summary: "", value });
  }
  return contract;
}

/** The simplest value of a shape: what the contract shows, or else one of its type; undefined if none is known. */
function makeExample(shape: Shape, depth = 0): Json | undefined {
  const form: Form = follow(shape);
  const { examples = [], default: usual } = form.annotations;
  const shown = examples[0] ?? usual ?? valuesOf(form)?.[0];
  if (shown !== undefined || depth > maxDepth) return shown;
  const { minLength = 0, maxLength, patterns = [], format, minimum, minItems = 1 }: Rules = form;
  if (form.kind === "string") {
    const text = "text".padEnd(minLength, "x").slice(0, maxLength);
    return ofFormat[format ?? ""] ?? (patterns.length === 0 ? text : undefined);
  }
  if (form.kind === "number") return minimum ?? 1;
  if (form.kind === "boolean") return true;
  if (form.kind === "array") {
    const item = makeExample(form.items, depth + 1);
    return item === undefined ? [] : Array.from({ length: Math.max(1, minItems) }, () => item);
  }
  if (form.kind === "union") return form.variants[0] && makeExample(form.variants[0], depth + 1);
  if (form.kind !== "object") return undefined;
  return Object.fromEntries(
    Object.entries(fieldsOf(form)).flatMap(([name, field]): [string, Json][] => {
      const value = makeExample(field.shape, depth + 1);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
