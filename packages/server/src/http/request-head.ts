/** The parts of a request that decide whether it can be read in one way only. */
export interface RequestHead {
  /** The request target as it was sent: a path, or a whole URL. */
  url?: string | undefined;
  httpVersion?: string;
  /** Names and values in turn. */
  rawHeaders: readonly string[];
}

/** The headers that every request is read by, taken in one pass: Node's own object of all headers costs more. */
export class Head {
  /**
   * Whether the request can be read in one way only: a target of HTTP, one host, at most one `Authorization` and one
   * `Content-Type`, no `Transfer-Encoding` but chunks; some hosts join several by commas. If there are several such headers, a proxy may use another one than the
   * server. Source: RFC 9112, sections 2.3, 3.2 and 6.1.
   */
  readonly hasUnambiguousHead: boolean;
  host: string | undefined = undefined;
  authorization: string | undefined = undefined;
  contentType: string | undefined = undefined;
  contentLength: string | undefined = undefined;
  contentEncoding: string | undefined = undefined;
  requestId: string | undefined = undefined;

  constructor({ url = "", httpVersion, rawHeaders }: RequestHead) {
    let isSingle = httpVersion !== "0.9";
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index] as string;
      const value = rawHeaders[index + 1] as string;
      // Most names differ in length already.
      switch (name.length) {
        case 4:
          if (name !== "host" && name.toLowerCase() !== "host") break;
          isSingle &&= this.host === undefined;
          this.host = value;
          break;
        case 12: {
          const lower = name.toLowerCase();
          if (lower === "x-request-id") this.requestId = joinValues(this.requestId, value);
          if (lower !== "content-type") break;
          isSingle &&= this.contentType === undefined && !value.includes(", ");
          this.contentType = value;
          break;
        }
        case 13:
          if (name.toLowerCase() !== "authorization") break;
          isSingle &&= this.authorization === undefined && !value.includes(", ");
          this.authorization = value;
          break;
        case 14:
          if (name.toLowerCase() === "content-length") this.contentLength = value;
          break;
        case 16:
          if (name.toLowerCase() === "content-encoding")
            this.contentEncoding = joinValues(this.contentEncoding, value);
          break;
        case 17:
          if (name.toLowerCase() !== "transfer-encoding") break;
          isSingle &&= httpVersion === "1.1" && value.toLowerCase() === "chunked";
          break;
      }
    }
    const { host } = this;
    this.hasUnambiguousHead =
      isSingle && isTarget(url) && (host === undefined ? httpVersion !== "1.1" : isHost(host));
  }
}

const joinValues = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`;

/** Whether a request target is a path, a URL of HTTP, or the `*` of OPTIONS. */
export function isTarget(url: string): boolean {
  return url.charCodeAt(0) === 0x2f || url === "*" || /^https?:\/\//i.test(url);
}

let lastGood = "";

/** Whether a string is a host with or without a port. Source: RFC 9110, section 7.2; RFC 3986, section 3.2.2. */
export function isHost(host: string): boolean {
  // Mostly the same as before.
  if (host === lastGood) return true;
  const [, port] =
    /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+;=-]*)(:\d*)?$/i.exec(host)?.map((part) => part ?? "") ?? [];
  // A framework that makes a URL of it fails at a port that is too large.
  const isGood = port !== undefined && Number(port.slice(1)) <= 65_535;
  if (isGood) lastGood = host;
  return isGood;
}
