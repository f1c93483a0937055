/** The result of a call with what the answer carried beside it. */
export interface CallResult<T> {
  /** The result. */
  data: T;
  /** HTTP status of the answer. */
  status: number;
  /** Headers of the answer. */
  headers: Headers;
  /** What the service says beside the result, for people. */
  message: string | undefined;
  /** Idempotency key that was sent. */
  idempotencyKey: string | undefined;
}

/**
 * A call on its way: a promise of its result.
 *
 * @example
 * const data = await call;
 * const { data, status, headers } = await call.withResponse();
 */
export interface Call<T> extends Promise<T> {
  /** The result with the status and the headers of the answer. */
  withResponse(): Promise<CallResult<T>>;
}

/** Makes a call of a promise of everything. */
export function toCall<T>(result: Promise<CallResult<T>>): Call<T> {
  const data = result.then((all) => all.data);
  const withResponse = (): Promise<CallResult<T>> => {
    // Whoever asks for everything hears of a failure there.
    data.catch(() => {});
    return result;
  };
  return Object.assign(data, { withResponse });
}
