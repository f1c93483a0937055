/**
 * Forms of bodies: `form` is `application/x-www-form-urlencoded`, `multipart` is `multipart/form-data`, `lines` are values of
 * JSON in a line each, and `events` are server-sent events.
 */
export type BodyKind = "json" | "form" | "multipart" | "text" | "lines" | "events" | "bytes";

/** How a body of a media type is read and written; undefined if it is none of these. */
export function bodyKind(mediaType: string): BodyKind | undefined {
  const type = withoutParameters(mediaType);
  if (/^application\/(?:[\w.-]+\+)?json$|^text\/json$/.test(type)) return "json";
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type === "multipart/form-data") return "multipart";
  if (type === "text/event-stream") return "events";
  if (/^\w+\/(x-)?(jsonl|ndjson|json-?lines|json-seq)$/.test(type)) return "lines";
  if (/^text\/(?!event-stream|xml)|^application\/(jwt|jose)$/.test(type)) return "text";
  return /^multipart\/|\bxml\b/.test(type) ? undefined : "bytes";
}

/** A media type in small letters, without `charset` and other parameters. */
export function withoutParameters(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/** Kinds of bodies from the one that carries a value best. */
const kindsByRank = ["json", "form", "multipart", "text", "lines", "events", "bytes", undefined];

/** The media type that is used of those that a body may have, with its content: JSON if it is among them. */
export function preferMediaType<Content>(
  content: Readonly<Record<string, Content>> = {},
): [mediaType: string, content: Content] | undefined {
  const rank = ([type]: [string, Content]): number => {
    const isPlainJson = withoutParameters(type) === "application/json";
    return isPlainJson ? -1 : kindsByRank.indexOf(bodyKind(type));
  };
  return Object.entries(content).toSorted((a, b) => rank(a) - rank(b))[0];
}
