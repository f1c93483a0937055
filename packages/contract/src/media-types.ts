/** How a body of a media type is read and written; undefined for any other type. */
export function bodyKind(mediaType: string): "json" | "text" | "bytes" | undefined {
  if (/^application\/(?:[\w.-]+\+)?json$/.test(mediaType)) return "json";
  if (/^text\/(?!event-stream|xml)/.test(mediaType)) return "text";
  // A body of parts or lines is read as it comes.
  return /^multipart\/|\bxml\b|\bjsonl\b|event-stream|urlencoded/.test(mediaType)
    ? undefined
    : "bytes";
}
