import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { rankSteps, readStep, readStepValues } from "@packages/contract/src/path-step.ts";
import { namelessPath } from "@packages/contract/src/rivals.ts";
import { SampleMaker } from "@packages/contract/src/samples.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";

/** The target of a request. */
export interface Target {
  path: string;
  query: URLSearchParams;
}

/** Takes a request target apart. Not by `URL`, which throws on `//` and takes `//host/path` for another host. */
export function readTarget(target: string): Target {
  const [path = "", query = ""] = target.replace(/^https?:\/\/[^/?#]*/i, "").split(/\?(.*)/s);
  return { path, query: new URLSearchParams(query) };
}

/**
 * Finds the operation that a path leads to, undefined if it has no such method, and the methods that it answers.
 * Undefined if no operation has the path. HEAD is answered wherever GET is.
 */
export function matchOperation(contract: Contract, method: string, path: string) {
  if (path === "*") return { allow: ["OPTIONS"], operation: undefined };
  const found = contract.operations
    .filter(({ servedBy, path: template }) => !servedBy && matchesTemplate(template, path))
    .toSorted((a, b) => rankPath(a.path).localeCompare(rankPath(b.path)));
  const [first] = found;
  if (!first) return undefined;
  // A path without parameters takes all methods of its requests, as in the generated server.
  const isFixed = !first.path.includes("{");
  const operations = isFixed ? found.filter((one) => one.path === first.path) : found;
  const own = (name: string) => {
    const named = operations.filter((one) => one.method === name);
    const [best] = named.map((one) => namelessPath(one.path));
    const rivals = named.filter((one) => namelessPath(one.path) === best);
    // The parameters decide between paths that differ in their names alone.
    return (
      rivals.find((one, _, { length }) => length === 1 || hasParameters(contract, one, path)) ??
      rivals[0]
    );
  };
  const operation = own(method) ?? (method === "HEAD" ? own("GET") : undefined);
  const methods = operations.map((candidate) => candidate.method);
  const allow = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
  return { allow, operation };
}

const rankPath = (template: string): string => rankSteps(template.split("/").map(readStep));

/** Whether the values in a path are those of an operation's parameters. */
function hasParameters(
  contract: Contract,
  { path: template, parameters }: Operation,
  path: string,
): boolean {
  const values = readPath(template, path) ?? {};
  const samples = new SampleMaker();
  return parameters.every(({ in: place, name, schema }) => {
    if (place !== "path") return true;
    return samples.fits(shapesOf(contract).shapeOf(schema), values[name], { coerce: true });
  });
}

function matchesTemplate(template: string, path: string): boolean {
  return readPath(template, path) !== undefined;
}

/** The values of a path's parameters, by name; undefined if it has another form. */
export function readPath(template: string, path: string): Record<string, string> | undefined {
  const given = path.split("/");
  const expected = template.split("/").map(readStep);
  if (expected.length !== given.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, step] of expected.entries()) {
    const found = readStepValues(step, decodeStep(given[index] ?? ""));
    if (!found) return undefined;
    for (const [nth, name] of step.names.entries()) values[name] = found[nth] as string;
  }
  return values;
}

/** A step without its escapes; empty if they are broken. */
function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return "";
  }
}
