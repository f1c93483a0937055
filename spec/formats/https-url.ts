/**
 * Whether a string is an absolute https: URL with a host, its scheme in any case, without white space, control characters or
 * backslashes. Source: WHATWG URL; the scheme is the contract's.
 */
export function isHttpsUrl(value: string): boolean {
  // The parser repairs mistakes of senders: it drops tabs and takes https:host for https://host.
  return /^https:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/iu.test(value) && URL.canParse(value);
}
