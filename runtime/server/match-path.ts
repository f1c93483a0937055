import type { OperationRule } from "./rules.ts";

/** Methods that a path answers, for an `Allow` header; none where the contract does not know the path. */
export function findAllowed(operations: readonly OperationRule[], url: string, prefix: string): string[] {
  const path = url.replace(/[?#].*$/s, "");
  if (!path.startsWith(prefix)) return [];
  const steps = path.slice(prefix.length).split("/");
  const methods = operations
    .filter((operation) => matches(operation.path.split("/"), steps))
    .map(({ method }) => method);
  return [...new Set(methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])))];
}

function matches(template: readonly string[], steps: readonly string[]): boolean {
  return (
    template.length === steps.length &&
    template.every((part, index) => (/^\{[^}]+\}$/.test(part) ? steps[index] !== "" : part === steps[index]))
  );
}
