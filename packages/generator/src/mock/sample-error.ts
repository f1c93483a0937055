import type { Contract, Operation } from "../../../contract/src/model.ts";

/** A request of few words that is refused when the mock is asked to. */
export interface SampleError {
  operation: Operation;
  status: number;
  /** `Authorization` header that the request needs, where it needs one. */
  authorization: string | undefined;
}

/** The last error of the plainest operation that has one: a lookup that needs nothing but credentials. */
export function sampleError({ operations, securitySchemes }: Contract): SampleError | undefined {
  const operation = operations.find(({ method, path, responses }) => {
    return method === "GET" && !path.includes("{") && responses.some(({ status }) => status >= 400);
  });
  const status = operation?.responses.findLast(({ status }) => status >= 400)?.status;
  if (!operation || status === undefined) return undefined;
  const bearer = securitySchemes[operation.security ?? ""]?.scheme?.toLowerCase() === "bearer";
  return { operation, status, authorization: bearer ? "Bearer any" : undefined };
}
