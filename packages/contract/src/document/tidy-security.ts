import { type Document, operationsOf } from "../openapi.ts";

/**
 * Says of a security scheme what form its tokens have, for which TypeSpec has no place, and writes the names of HTTP's
 * own schemes in lower case, as they are registered: validators know no other.
 */
export function tidySecurity(document: Document): void {
  const schemes = document.components?.securitySchemes ?? {};
  for (const scheme of Object.values(schemes)) {
    if (/^(basic|bearer|digest)$/i.test(scheme.scheme ?? "")) scheme.scheme = scheme.scheme?.toLowerCase() ?? "";
  }
  for (const { operation } of operationsOf(document.paths)) {
    const { scheme = "", format } = operation["x-token"] ?? {};
    const described = schemes[scheme];
    if (described && format !== undefined) described.bearerFormat = format;
  }
}
