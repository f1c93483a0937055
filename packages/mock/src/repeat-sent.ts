import { isObject } from "@packages/contract/src/check/run.ts";
import { findEchoes } from "@packages/contract/src/echoes.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { fieldsOf } from "@packages/contract/src/shapes/shape.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import type { PrismResponse } from "./prism.ts";
import { readPath, type Target } from "./route.ts";

/**
 * The parts of a number that was changed, so that they still add up to it: if the example shows a number as the sum of two
 * others, the smaller part keeps its value, up to the whole, and the larger part is the rest.
 */
function followSums(
  example: Record<string, unknown>,
  changed: Record<string, unknown>,
): Record<string, number> {
  const parts = Object.entries(example).filter(
    (entry): entry is [string, number] => !(entry[0] in changed) && typeof entry[1] === "number",
  );
  const followers = Object.entries(changed).flatMap(([name, whole]) => {
    if (typeof whole !== "number") return [];
    const pairs = parts.flatMap(([small, value], index) =>
      parts
        .filter(([, other], at) => value < other || (value === other && index < at))
        .filter(([, other]) => value >= 0 && value + other === example[name])
        .map(([large]) => ({ small, value, large })),
    );
    const [pair] = pairs;
    // Two ways to make up the sum: one of them is chance.
    if (!pair || pairs.some(({ value, large }) => large !== pair.large || value !== pair.value))
      return [];
    const kept = Math.min(pair.value, Math.max(0, whole));
    return [
      [pair.small, kept],
      [pair.large, whole - kept],
    ];
  });
  return Object.fromEntries(followers) as Record<string, number>;
}

/** The body of a response, with the request's values in place of the example's: clients refuse a response about another request. */
export function repeatSent(
  contract: Contract,
  operation: Operation,
  { path }: Target,
  sent: unknown,
  { statusCode, body }: PrismResponse,
): unknown {
  if (statusCode >= 300 || !isObject(body)) return body;
  const whole = listSuccesses(operation).find(({ schema }) => schema)?.schema ?? {};
  const shape = shapesOf(contract).shapeOf(whole);
  const data = fieldsOf(shape).data?.shape;
  const result = data && isObject(body.data) ? body.data : body;
  const values: Record<string, unknown> = {
    ...(isObject(sent) && sent),
    ...readPath(operation.path, path),
  };
  const changes = Object.entries(findEchoes(contract, operation, data ?? shape)).flatMap(
    ([field, name]) => {
      // A path holds numbers as strings.
      const value = typeof result[field] === "number" ? Number(values[name]) : values[name];
      return field in result && typeof value === typeof result[field] && !Number.isNaN(value)
        ? [[field, value]]
        : [];
    },
  );
  const changed: Record<string, unknown> = Object.fromEntries(changes);
  const repeated = { ...result, ...changed, ...followSums(result, changed) };
  return result === body ? repeated : { ...body, data: repeated };
}
