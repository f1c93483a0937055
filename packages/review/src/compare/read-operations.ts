// Operations and notifications of a document, by their method and path on the wire.
import { methods } from "@packages/contract/src/openapi.ts";
import { namelessPath } from "@packages/contract/src/rivals.ts";
import { type Place, readString, type Source, type Tree, treeAt } from "../place.ts";
import type { CompareContext } from "./context.ts";

/** A parameter, whether it was written at the path or at the operation. */
export interface ReadParameter {
  /** Its place and its name there; of a path, which of its parameters it is. */
  key: string;
  name: string;
  in: string;
  required: boolean;
  place: Place;
}

export interface ReadOperation {
  /** `GET /books/{}`: which identifies an operation. */
  key: string;
  /** `operationId`, or method and path. */
  id: string;
  method: string;
  path: string;
  /** The path item around it, whose servers and parameters count for it, too. */
  item: Place;
  place: Place;
  parameters: ReadParameter[];
}

/** @param basePath path of the servers, if it counts as a part of each path */
export function readOperations(
  source: Source,
  area: "paths" | "webhooks",
  basePath = "",
): ReadOperation[] {
  const items = source.child({ value: source.root, at: "" }, area);
  return source
    .listed(items)
    .flatMap(([path, item]) => operationsIn(source, `${basePath}${path}`, item));
}

/** The operations of a path item, with those that OpenAPI 3.2 adds. */
export function operationsIn(source: Source, path: string, item: Place): ReadOperation[] {
  const listed = [...methods, "query"].map(
    (method) => [method, source.child(item, method)] as const,
  );
  const further = source.children(source.child(item, "additionalOperations"));
  return [...listed, ...further].flatMap(([method, place]) => {
    if (!place) return [];
    const name = `${method.toUpperCase()} ${path}`;
    return {
      // A path is the same path whatever its parameters are called.
      key: `${method.toUpperCase()} ${namelessPath(path)}`,
      id: readString(place, "operationId") ?? name,
      method,
      path,
      item,
      place,
      parameters: readAllParameters(source, path, item, place),
    };
  });
}

/** Headers that HTTP itself defines do not count as parameters, by OpenAPI. */
const ignoredHeaders = ["accept", "content-type", "authorization"];

function readAllParameters(
  source: Source,
  path: string,
  item: Place,
  operation: Place,
): ReadParameter[] {
  const inPath = [...path.matchAll(/\{([^}]*)\}/g)].map(([, name]) => name);
  const found = new Map<string, ReadParameter>();
  for (const holder of [item, operation]) {
    for (const place of source.entries(holder, "parameters")) {
      const name = readString(place, "name") ?? "";
      const where = readString(place, "in") ?? "";
      if (where === "header" && ignoredHeaders.includes(name.toLowerCase())) continue;
      const position = where === "path" && inPath.includes(name) ? inPath.indexOf(name) : name;
      const key = `${where} ${where === "header" ? name.toLowerCase() : position}`;
      found.set(key, {
        key,
        name,
        in: where,
        required: where === "path" || place.value.required === true,
        place,
      });
    }
  }
  return [...found.values()];
}

/** The media types of a body or response by their names in small letters; the charset does not count. */
export function mediaTypes(source: Source, holder: Place | undefined): Map<string, Place> {
  const content = holder && source.child(holder, "content");
  return new Map(
    source.children(content).map(([name, place]) => {
      const [type = "", ...parameters] = name.toLowerCase().replaceAll(/[\s"]/g, "").split(";");
      const counted = parameters.filter(
        (parameter) => parameter !== "" && !parameter.startsWith("charset="),
      );
      return [[type, ...counted.sort()].join(";"), place];
    }),
  );
}

/** Whether an operation is written alike, with its path and the parts that hold for all operations. */
export function isUnchangedOperation(
  { base, head, isUnchanged: same }: CompareContext,
  was: ReadOperation,
  is: ReadOperation,
): boolean {
  const whole = (root: Tree): unknown => [
    root.security,
    treeAt(root, "components")?.securitySchemes,
  ];
  return (
    was.path === is.path &&
    same(was.place.value, is.place.value) &&
    same(was.item.value, is.item.value) &&
    same(whole(base.root), whole(head.root))
  );
}

export interface Callback {
  name: string;
  /** The place of the URL in the request. */
  url: string;
  item: Place;
  /** The request that is sent there. */
  sent: ReadOperation;
}

/** The callbacks of an operation. */
export function readCallbacks(source: Source, operation: Place): Callback[] {
  return source
    .children(source.child(operation, "callbacks"))
    .flatMap(([name, place]) =>
      source
        .listed(place)
        .flatMap(([url, item]) =>
          operationsIn(source, name, item).map((sent) => ({ name, url, item, sent })),
        ),
    );
}
