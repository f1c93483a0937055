/**
 * A class of errors as the right side of `instanceof`, which knows exactly what the left side is then. Tests make errors
 * of their own with `new`.
 */
export interface ErrorClass<T, Facts> {
  new (message: string, facts: Facts): T;
  [Symbol.hasInstance](value: unknown): value is T;
}
