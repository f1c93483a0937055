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
