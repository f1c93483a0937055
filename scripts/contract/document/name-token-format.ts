import { type Document, operationsOf } from "../openapi.ts";

/** Says of a security scheme what form its tokens have, for which TypeSpec has no place. */
export function nameTokenFormat(document: Document): void {
  for (const { operation } of operationsOf(document.paths)) {
    const { scheme = "", format } = operation["x-token"] ?? {};
    const described = document.components?.securitySchemes?.[scheme];
    if (described && format !== undefined) described.bearerFormat = format;
  }
}
