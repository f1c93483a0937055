// Copied from spec/formats/https-url.ts by `npm run generate`: edit that, not this file.
/**
 * Whether a text is an absolute https: URL with a host, of at most 2048 characters, without white space, control
 * characters or backslashes. Source: WHATWG URL; scheme and length are the contract's.
 */
export function isHttpsUrl(text: string): boolean {
  // The parser repairs what a sender should not write: it drops tabs and takes https:host for https://host.
  return text.length <= 2048 && /^https:\/\/[^\s\p{Cc}\\/?#][^\s\p{Cc}\\]*$/u.test(text) && URL.canParse(text);
}
