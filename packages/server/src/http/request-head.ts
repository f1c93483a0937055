/** What decides whether a request can be read in one way only. */
export interface RequestHead {
  /** The request target as it was sent: a path, or a whole URL. */
  url?: string | undefined;
  httpVersion?: string;
  /** Names and values in turn. */
  rawHeaders: readonly string[];
}

/**
 * Whether the head of a request can be read in one way only: a target of HTTP, one host, at most one `Authorization` and one
 * `Content-Type`. Of several such headers a proxy may take another one than the server. Source: RFC 9112, section 3.2.
 */
export function isSoundHead({ url = "", httpVersion, rawHeaders }: RequestHead): boolean {
  if (!isTarget(url)) return false;
  let host: string | undefined;
  let isAuthorized = false;
  let isTyped = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string;
    // Most names differ in length already.
    if (name.length === 4 && name.toLowerCase() === "host") {
      if (host !== undefined) return false;
      host = rawHeaders[index + 1] as string;
    } else if (name.length === 13 && name.toLowerCase() === "authorization") {
      if (isAuthorized) return false;
      isAuthorized = true;
    } else if (name.length === 12 && name.toLowerCase() === "content-type") {
      if (isTyped) return false;
      isTyped = true;
    }
  }
  return host === undefined ? httpVersion !== "1.1" : isHost(host);
}

/** Whether a request target is a path, a URL of HTTP, or the `*` of OPTIONS. */
export function isTarget(url: string): boolean {
  return url.charCodeAt(0) === 0x2f || url === "*" || /^https?:\/\//i.test(url);
}

let lastGood = "";

/** Whether a text is a host with or without a port. Source: RFC 9110, section 7.2; RFC 3986, section 3.2.2. */
export function isHost(text: string): boolean {
  // Mostly the same as before.
  if (text === lastGood) return true;
  const isGood = /^(?:\[[0-9a-f:.]+\]|[\w.~%!$&'()*+,;=-]*)(?::\d*)?$/i.test(text) && !text.includes(",");
  if (isGood) lastGood = text;
  return isGood;
}
