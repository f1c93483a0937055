/** The key of several parts in a map: other parts have another key, whatever characters they have. */
export function compoundKey(...parts: readonly (string | number | null | undefined)[]): string {
  return JSON.stringify(parts.map((part) => part ?? null));
}
