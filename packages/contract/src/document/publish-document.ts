import { type Document, type Operation, operationsOf } from "../openapi.ts";
import { describeBehaviour } from "./describe-behaviour.ts";
import { printFormatConditions } from "./format-conditions.ts";
import { narrowErrors } from "./narrow-errors.ts";
import { orderKeys } from "./order-keys.ts";

/**
 * The document as it is published: a copy in which each response lists the errors that it may have, and in which descriptions
 * and conditions also state the effect of the `x-` fields, for tools that do not know the fields. The examples of parameters have
 * the names of those that they belong to. Nothing in this project reads it.
 */
export function publishDocument(document: Document): Document {
  const published = structuredClone(document);
  narrowErrors(published);
  describeBehaviour(published);
  printFormatConditions(published);
  for (const { operation } of operationsOf(published.paths)) nameParameterExamples(operation);
  return orderKeys(published);
}

/**
 * Repeats the only example of a parameter under the name of each example of the body or, without a body, of the success: tools
 * that show a request with its response combine the examples of one name.
 */
function nameParameterExamples(operation: Operation): void {
  const { parameters = [], requestBody, responses } = operation;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const names = Object.values((requestBody ?? success)?.content ?? {}).flatMap(
    ({ examples = {} }) => Object.keys(examples),
  );
  if (names.length === 0) return;
  operation.parameters = parameters.map((parameter) => {
    // Other operations, with other examples, refer to the same parameter.
    if ("$ref" in parameter || parameter.example === undefined) return parameter;
    const { example: value, ...rest } = parameter;
    return { ...rest, examples: Object.fromEntries(names.map((name) => [name, { value }])) };
  });
}
