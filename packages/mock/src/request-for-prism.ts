import type { IncomingHttpHeaders } from "node:http";
import type { IHttpRequest } from "@stoplight/prism-http";
import type { Operation } from "../../contract/src/model.ts";
import { credentialsForPrism } from "./credentials.ts";
import type { Body } from "./read-body.ts";
import type { Target } from "./route.ts";

/** A request in the form that Prism judges right. */
export function requestForPrism(
  operation: Operation,
  { path, query }: Target,
  // What the body is has been checked, and the contract has one form for each answer.
  { accept: _, "content-type": __, authorization, ...headers }: IncomingHttpHeaders,
  { value, length }: Body,
): IHttpRequest {
  const values = [...new Set(query.keys())].map((name) => [name, query.getAll(name)] as const);
  return {
    method: operation.method.toLowerCase() as IHttpRequest["method"],
    url: {
      // Prism reads a comma in a parameter of the path as a list.
      path: path.replaceAll(",", "%2C"),
      query: Object.fromEntries(
        values.map(([name, [first = "", ...more]]) => [name, more.length ? [first, ...more] : first]),
      ),
    },
    headers: {
      ...Object.fromEntries(Object.entries(headers).map(([name, given]) => [name, [given ?? ""].flat().join(", ")])),
      ...(authorization !== undefined && { authorization: credentialsForPrism(authorization) }),
      ...(operation.body && { "content-type": operation.body.mediaType }),
      "content-length": `${length}`,
    },
    body: value,
  };
}
