import {
  type Document,
  methods,
  type Operation,
  type Parameter,
  type PathItem,
  resolve,
} from "../openapi.ts";
import { SpecError } from "../spec-error.ts";

/** Marks a path parameter that is a step of its path, which TypeSpec writes `/books{/id}`. */
export const stepMark = "x-path-step";

type Marked = Parameter & { [stepMark]?: boolean };

/**
 * Writes the marked parameters of paths as steps: `/books{id}` → `/books/{id}`. An operation with an optional one becomes two:
 * OpenAPI has no path with and without a step. Changes the document.
 *
 * @throws {SpecError} if the path without the step has such an operation already
 */
export function separateSteps(document: Document): void {
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      const steps = operation ? listSteps(document, operation) : [];
      if (!operation || steps.length === 0) continue;
      delete item[method];
      for (const one of splitOperation(document, path, operation, steps)) {
        document.paths[one.path] ??= {};
        const target = document.paths[one.path] as PathItem;
        if (target[method])
          throw new SpecError(
            `${one.operation.operationId} would be a second ${method.toUpperCase()} ${one.path}.`,
          );
        target[method] = one.operation;
      }
    }
    if (!methods.some((method) => item[method])) delete document.paths[path];
  }
  for (const parameter of Object.values(document.components?.parameters ?? {}))
    delete (parameter as Marked)[stepMark];
}

function listSteps(document: Document, { parameters = [] }: Operation): Parameter[] {
  return parameters
    .map((one) => resolve<Parameter>(document, one))
    .filter((one) => (one as Marked)[stepMark]);
}

/** An operation with all its steps, and without those from each optional one on: `findBooks`, `findBooksWithoutId`. */
function splitOperation(
  document: Document,
  path: string,
  { operationId = "", parameters = [], ...rest }: Operation,
  steps: readonly Parameter[],
): { path: string; operation: Operation }[] {
  const optional = steps.filter(({ required }) => !required);
  return [steps.length, ...optional.map((one) => steps.indexOf(one))].map((count) => {
    const [first] = steps.slice(count);
    const left = steps.slice(count).map(({ name }) => name);
    const kept = parameters.flatMap((one) => {
      const { [stepMark]: isStep, ...parameter } = resolve<Marked>(document, one);
      if (!isStep) return [one];
      return left.includes(parameter.name) ? [] : [{ ...parameter, required: true }];
    });
    const name = first?.name.replace(/^./u, (letter) => letter.toUpperCase());
    const id = operationId + (name ? `Without${name}` : "");
    return {
      path: steps.reduce(
        (all, { name }) => all.replace(`{${name}}`, left.includes(name) ? "" : `/{${name}}`),
        path,
      ),
      operation: structuredClone({ ...rest, operationId: id, parameters: kept }),
    };
  });
}
