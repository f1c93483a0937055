import {
  type DiagnosticTarget,
  listServices,
  NoTarget,
  navigateProgram,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getOpenAPITypeName, resolveOperationId } from "@typespec/openapi";

/**
 * The declaration that a message of the generator is about. Messages name an operation by its id, and a schema or one of
 * its fields by its pointer. Others are about the service.
 */
export function findPlace(program: Program, message: string): DiagnosticTarget | typeof NoTarget {
  const [, schema, path = ""] = /#\/components\/schemas\/([^/:\s]+)([^:\s]*)/.exec(message) ?? [];
  const field = /^\/properties\/([^/]+)/.exec(path)?.[1];
  const words = new Set(message.match(/[\w$.-]*[\w$]/g));
  let place: Type | undefined;
  const named = (type: Type & { name?: string | symbol | undefined }): void => {
    if (schema === undefined || typeof type.name !== "string" || type.name === "") return;
    if (getOpenAPITypeName(program, type, {}).replace(/^.*\./, "") !== schema) return;
    const property = type.kind === "Model" ? type.properties.get(field ?? "") : undefined;
    place ??= property ?? type;
  };
  navigateProgram(program, {
    enum: named,
    model: named,
    scalar: named,
    union: named,
    operation(operation) {
      if (schema === undefined && words.has(resolveOperationId(program, operation)))
        place ??= operation;
    },
  });
  return place ?? listServices(program)[0]?.type ?? NoTarget;
}
