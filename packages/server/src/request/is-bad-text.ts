/** Whether a text holds U+0000 or half a surrogate pair: databases and other parsers refuse both. */
export function isBadText(text: string): boolean {
  return /\0|\p{Surrogate}/u.test(text);
}
