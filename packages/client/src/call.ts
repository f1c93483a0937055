/** The result of a call with the rest of the response. */
export interface CallResult<T> {
  /** The result. */
  data: T;
  /** HTTP status of the response. */
  status: number;
  /** Headers of the response. */
  headers: Headers;
  /** The service's message to people. */
  message: string | undefined;
  /** The service's own id of the request, if its response names one. */
  requestId: string | undefined;
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
  /** The result with the status and the headers of the response. */
  withResponse(): Promise<CallResult<T>>;
}

/** Makes a call of a promise of everything. */
export function toCall<T>(result: Promise<CallResult<T>>): Call<T> {
  // `await` and not `then`, so that the stack of an error ends where the caller awaits it.
  const read = async (): Promise<T> => (await result).data;
  const data = read();
  return Object.assign(data, {
    withResponse() {
      // The caller of the wider method gets the failure from it.
      data.catch(() => {});
      return result;
    },
  });
}
