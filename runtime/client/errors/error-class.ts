/** A class of errors as the right side of `instanceof`, which knows exactly what the left side is then. */
export interface ErrorClass<T> {
  [Symbol.hasInstance](value: unknown): value is T;
}
