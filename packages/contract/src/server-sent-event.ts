/** An event of `text/event-stream`. Data that is not a string stands there as JSON. */
export interface ServerSentEvent<Data = unknown> {
  /** Its kind; `message` if absent. */
  event?: string;
  /** A string if it is not JSON, such as a last `[DONE]`. */
  data: Data;
  /** Sent as the header `Last-Event-ID`, the last one continues a stream. */
  id?: string;
  /** Milliseconds that the service wants between two connections. */
  retry?: number;
}

/** An event as `text/event-stream` has it, with a `data:` for each line of its data. */
export function printEvent({ id, event, retry, data }: ServerSentEvent<string>): string {
  const fields = Object.entries({ id, event, retry }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${String(value).replaceAll(/[\r\n]/g, " ")}\n`],
  );
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return [...fields, ...lines, "\n"].join("");
}
