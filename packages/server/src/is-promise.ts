/** Whether something has to be waited for; promises of libraries and of other realms are not `instanceof Promise`. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}

/** Goes on with a value, at once if there is nothing to wait for: a promise costs more than most steps of a request. */
export function chain<Value, Result>(
  value: Value | PromiseLike<Value>,
  next: (value: Value) => Result | PromiseLike<Result>,
): Result | PromiseLike<Result> {
  return isPromise(value) ? Promise.resolve(value).then(next) : next(value);
}
