/** Whether something has to be waited for; promises of libraries and of other realms are not `instanceof Promise`. */
export function isPromise<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === "function";
}
