// Generated from scripts/client/runtime/with-defaults.ts by `npm run generate`: edit that, not this file.
/** Options, each of them a default where it is not given. */
export function withDefaults<T extends object>(
  defaults: T,
  given: { [name in keyof T]?: T[name] | undefined } = {},
): T {
  const entries = Object.entries(defaults).map(([name, usual]) => [name, given[name as keyof T] ?? usual]);
  return Object.fromEntries(entries) as T;
}
