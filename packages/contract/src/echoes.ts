import type { Contract, Operation } from "./model.ts";
import { shapesOf } from "./shapes/normalise.ts";
import { compositeKinds, fieldsOf, type Shape, shapesWithin } from "./shapes/shape.ts";

/**
 * Fields of a result that repeat the request, each with the name of the path parameter or of the field of the body: the
 * identifier at the end of the path, and required fields of the request, by their names. A unit at the end of a name
 * (`sizeInBytes`) makes no other field of it.
 */
export function findEchoes(
  contract: Contract,
  operation: Operation,
  result: Shape,
): Record<string, string> {
  const { shapeOf } = shapesOf(contract);
  const fields = fieldsOf(result);
  const sent = fieldsOf(shapeOf(operation.body?.schema ?? {}));
  const echoes = Object.entries(sent).flatMap(([name, { required, shape }]) => {
    const field = [name, name.replace(/In[A-Z]\w*$/, "")].find((one) =>
      isPlainShape(fields[one]?.shape),
    );
    return field !== undefined && required && isPlainShape(shape) ? [[field, name]] : [];
  });
  const [, last] = /\{([^{}]+)\}$/.exec(operation.path) ?? [];
  if (last !== undefined && /id$/i.test(last) && "id" in fields) echoes.push(["id", last]);
  return Object.fromEntries(echoes);
}

function isPlainShape(shape: Shape | undefined): boolean {
  const composite = [...compositeKinds, "anything"];
  return (
    shape !== undefined && ![...shapesWithin(shape)].some(({ kind }) => composite.includes(kind))
  );
}
