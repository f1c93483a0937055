/**
 * Whether a string is an absolute https: URL with a host, without white space, control characters or
 * backslashes. Source: WHATWG URL; the scheme is the contract's.
 */
export function isHttpsUrl(text: string): boolean {
  // The parser repairs mistakes of senders: it drops tabs and takes https:host for https://host.
  return /^https:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/u.test(text) && URL.canParse(text);
}
