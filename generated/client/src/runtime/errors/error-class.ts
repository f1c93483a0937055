// Generated from scripts/client/runtime/errors/error-class.ts by `npm run generate`: edit that, not this file.
/** A class of errors as the right side of `instanceof`, which knows exactly what the left side is then. */
export interface ErrorClass<T> {
  [Symbol.hasInstance](value: unknown): value is T;
}
