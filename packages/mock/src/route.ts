import type { Contract } from "@packages/contract/src/model.ts";

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
  const found = contract.operations.filter((operation) => matchesTemplate(operation.path, path));
  // A path that is written out is meant rather than one with a parameter in the same place.
  const exact = found.filter((operation) => operation.path === path);
  const operations = exact.length > 0 ? exact : found;
  if (operations.length === 0) return undefined;
  const own = (name: string) => operations.find((operation) => operation.method === name);
  const operation = own(method) ?? (method === "HEAD" ? own("GET") : undefined);
  const methods = operations.map((candidate) => candidate.method);
  const allow = [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
  return { allow, operation };
}

function matchesTemplate(template: string, path: string): boolean {
  const expected = template.split("/");
  const given = path.split("/");
  return (
    expected.length === given.length &&
    expected.every((step, index) => {
      const value = decodeStep(given[index] ?? "");
      return step.startsWith("{") ? Boolean(value) : step === value;
    })
  );
}

function decodeStep(step: string): string | undefined {
  try {
    return decodeURIComponent(step);
  } catch {
    return undefined;
  }
}
