import type { Contract } from "@packages/contract/src/model.ts";

/** The last error of the plainest operation that has one, a lookup that needs nothing but credentials: its status and `Authorization`. */
export function simplestError({ operations, securitySchemes }: Contract) {
  const operation = operations.find(({ method, path, responses }) => {
    return method === "GET" && !path.includes("{") && responses.some(({ status }) => status >= 400);
  });
  const status = operation?.responses.findLast(({ status }) => status >= 400)?.status;
  if (!operation || status === undefined) return undefined;
  const bearer = securitySchemes[operation.scheme ?? ""]?.scheme?.toLowerCase() === "bearer";
  return { operation, status, authorization: bearer ? "Bearer any" : undefined };
}
