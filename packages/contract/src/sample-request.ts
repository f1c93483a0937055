import { layoutName, writePairs } from "./layout.ts";
import { bodyKind } from "./media-types.ts";
import type { Body, Contract, Operation, Parameter } from "./model.ts";
import type { Json } from "./openapi.ts";
import { expand } from "./path-expansion.ts";

/** An example of a request, but for its credentials. */
export interface SampleRequest {
  method: string;
  /** Path with query, encoded. */
  path: string;
  /** Required headers besides `Authorization`. */
  headers: Record<string, string>;
  body?: Json;
  /** The body as it is sent, if it is neither JSON nor a form of parts. */
  sent?: string;
  /** Fields of a multipart form, each item of a list by itself; those that are files, and those of another type. */
  parts?: FormPart[];
  /** Scheme of `Authorization` in lower case, `basic` or `bearer`; null if there is none. */
  security: string | null;
  /** The operation that issues its token, if the contract names it. */
  token?: { method: string; path: string; field: string };
}

/** A field of a multipart form. */
export interface FormPart {
  name: string;
  value: string;
  isFile: boolean;
  type?: string;
}

/**
 * An example of a request of an operation, with its required parameters.
 *
 * @param body its body; by default the shortest example of the operation
 */
export function sampleRequest(
  contract: Contract,
  operation: Operation,
  body = shortestBody(operation),
): SampleRequest {
  const { method, parameters } = operation;
  const { apiKey, scheme } = contract.securitySchemes[operation.scheme ?? ""] ?? {};
  const issuer = contract.operations.find(
    ({ token }) => token && token.scheme === operation.scheme,
  );
  const content =
    operation.body && body !== undefined ? sampleBody(operation.body, body) : undefined;
  const query = [
    ...parameters
      .filter((parameter) => parameter.in === "query" && parameter.required)
      .flatMap((one) => writePairs(one.name, sampleValue(one), layoutName(one))),
    ...(apiKey?.in === "query" ? writePairs(apiKey.name, "key") : []),
  ];
  return {
    method,
    path: samplePath(operation) + (query.length > 0 ? `?${query.join("&")}` : ""),
    headers: {
      ...(apiKey?.in === "header" && { [apiKey.name]: "key" }),
      ...(apiKey?.in === "cookie" && { Cookie: `${apiKey.name}=key` }),
      ...Object.fromEntries(
        parameters
          .filter(isNeededHeader)
          .map((one) => [one.name, toHeaderValue(sampleParameter(one))]),
      ),
      // The boundary of a multipart form is made with its parts.
      ...(content && !content.parts && { "Content-Type": operation.body?.mediaType ?? "" }),
    },
    ...(body !== undefined && { body }),
    ...content,
    security: scheme?.toLowerCase() ?? null,
    ...(issuer?.token && {
      token: { method: issuer.method, path: issuer.path, field: issuer.token.token },
    }),
  };
}

/** Value of `Authorization` for a service that takes any credentials, such as a mock; undefined if none is needed. */
export function placeholderCredentials({
  security,
}: Pick<SampleRequest, "security">): string | undefined {
  return { basic: `Basic ${btoa("key:secret")}`, bearer: "Bearer token" }[security ?? ""];
}

function shortestBody({ body }: Operation): Json | undefined {
  const size = (value: unknown): number => JSON.stringify(value).length;
  return body?.examples.map(({ value }) => value).sort((a, b) => size(a) - size(b))[0];
}

/** A body as it is sent. */
function sampleBody(
  { mediaType, form = {} }: Body,
  body: Json,
): Pick<SampleRequest, "sent" | "parts"> {
  const { layouts = {}, files = [], types = {} } = form;
  const fields = Object.entries(Object(body) as Record<string, Json>);
  switch (bodyKind(mediaType)) {
    case "form":
      return {
        sent: fields.flatMap(([name, value]) => writePairs(name, value, layouts[name])).join("&"),
      };
    case "multipart":
      return {
        parts: fields.flatMap(([name, value]) => {
          const isWhole = /json$/.test(types[name] ?? "");
          const items = Array.isArray(value) && !isWhole ? value : [value];
          return items.map((item): FormPart => {
            const isJson = typeof item === "object";
            const type = types[name] ?? (isJson ? "application/json" : undefined);
            return {
              name,
              value: isJson ? JSON.stringify(item) : String(item),
              isFile: files.includes(name),
              ...(type !== undefined && { type }),
            };
          });
        }),
      };
    case "lines":
      return {
        sent: [body]
          .flat()
          .map((item) => JSON.stringify(item))
          .join("\n"),
      };
    case "text":
      return { sent: typeof body === "string" ? body : JSON.stringify(body) };
    default:
      return {};
  }
}

function samplePath({ path, parameters }: Operation): string {
  const given = parameters.filter((parameter) => parameter.in === "path");
  const values = new Map(
    given.map((one) => [
      one.name,
      one.expansion
        ? expand(one.name, sampleParts(one), one.expansion)
        : encodeURIComponent(sampleParameter(one)),
    ]),
  );
  return path
    .split(/\{([^}]*)\}/)
    .map((part, index) =>
      index % 2 === 0 ? encodeURI(part) : (values.get(part) ?? encodeURIComponent(part)),
    )
    .join("");
}

/** A sample of a parameter of a path, of the kind that its expansion needs. */
function sampleParts(parameter: Parameter): unknown {
  const value = sampleValue(parameter);
  if (parameter.expansion?.parts === "items") return [value].flat();
  if (parameter.expansion?.parts !== "fields") return sampleParameter(parameter);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? value : { [parameter.name]: String(value) };
}

/** With a name that is not a token, curl would read a file, or the header would be another one. */
function isNeededHeader(parameter: Parameter): boolean {
  return (
    parameter.in === "header" && parameter.required && /^[\w!#$%&'*+.^`|~-]+$/.test(parameter.name)
  );
}

/** A string as a header carries it. */
function toHeaderValue(value: string): string {
  return value.replaceAll(/\p{Cc}/gu, " ").trim();
}

/** A sample of a parameter as a string, its items separated by commas. */
function sampleParameter(parameter: Parameter): string {
  const items = [sampleValue(parameter)].flat();
  return items.map((one) => (typeof one === "string" ? one : JSON.stringify(one))).join();
}

/** A value of a parameter that the contract gives; undefined if it gives none. */
export function readExample({ example, schema }: Parameter): Json | undefined {
  return example ?? schema.examples?.[0] ?? schema.default ?? schema.enum?.[0];
}

function sampleValue(parameter: Parameter): Json {
  return readExample(parameter) ?? parameter.name;
}
