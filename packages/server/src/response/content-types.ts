import type { OperationRule } from "../rules.ts";

/** Content type of JSON. */
export const jsonType = "application/json; charset=utf-8";

/** The content type of an operation's response. */
export function contentTypeOf({ responses }: OperationRule, status: number): string {
  for (const { from, to, mediaType } of responses) {
    if (from <= status && status <= to && mediaType !== undefined && mediaType !== "application/json")
      return mediaType.startsWith("text/") ? `${mediaType}; charset=utf-8` : mediaType;
    if (from === status) return jsonType;
  }
  return jsonType;
}
