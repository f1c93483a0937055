/** How a body of a media type is read and written; undefined if it is none of these. */
export function bodyKind(mediaType: string): "json" | "text" | "bytes" | undefined {
  const type = withoutParameters(mediaType);
  if (/^application\/(?:[\w.-]+\+)?json$|^text\/json$/.test(type)) return "json";
  if (/^text\/(?!event-stream|xml)|^application\/(jwt|jose)$/.test(type)) return "text";
  // A body of parts or lines is read as it comes.
  return /^multipart\/|\bxml\b|jsonl\b|ndjson|json-seq|event-stream|urlencoded/.test(type)
    ? undefined
    : "bytes";
}

/** A media type in small letters, without `charset` and other parameters. */
export function withoutParameters(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/** Kinds of bodies from the one that carries a value best. */
const kindsByRank = ["json", "text", "bytes", undefined] as const;

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
