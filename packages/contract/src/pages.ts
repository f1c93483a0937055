// Lists in pages: TypeSpec has decorators for them, and its emitter of OpenAPI says nothing of them.
import {
  getPagingOperation,
  isList,
  type ModelProperty,
  type Operation,
  type Program,
  resolveEncodedName,
} from "@typespec/compiler";
import { getHeaderFieldName, getQueryParamOptions, isBody, isBodyRoot, isHeader, isQueryParam } from "@typespec/http";
import type { Pages } from "./behaviour.ts";

/** How an operation with `@list` gives its pages; undefined for others, and where none of the known ways leads on. */
export function pagesOf(program: Program, operation: Operation): Pages | undefined {
  // The compiler itself reports what is wrong with the decorators.
  const [found] = isList(program, operation) ? getPagingOperation(program, operation) : [];
  if (!found) return undefined;
  const { input, output } = found;
  const place = (path: readonly ModelProperty[]): string[] =>
    path
      .filter((property) => !isBody(program, property) && !isBodyRoot(program, property))
      .map((property) => resolveEncodedName(program, property, "application/json"));
  const next = output.continuationToken ?? output.nextLink;
  const from =
    next && (isHeader(program, next.property) ? getHeaderFieldName(program, next.property) : place(next.path));
  const items = place(output.pageItems.path);
  if (output.nextLink && from) return { items, by: "link", next: from };
  const [by, chosen] = input.continuationToken
    ? (["token", input.continuationToken.property] as const)
    : input.offset
      ? (["offset", input.offset.property] as const)
      : (["page", input.pageIndex?.property] as const);
  const parameter = chosen && nameOf(program, chosen);
  if (parameter === undefined || (by === "token" && !from)) return undefined;
  return { items, by, parameter, ...(by === "token" && from && { next: from }) };
}

/** Name of a query or header parameter; undefined for what is neither. */
function nameOf(program: Program, property: ModelProperty): string | undefined {
  if (isQueryParam(program, property)) return getQueryParamOptions(program, property)?.name ?? property.name;
  return isHeader(program, property) ? getHeaderFieldName(program, property) : undefined;
}
