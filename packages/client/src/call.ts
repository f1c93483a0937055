import { copy, type HttpResponse } from "./http.ts";

/** The result of a call with what else the response carried. */
export interface CallResult<T> {
  /** The result. */
  data: T;
  /** HTTP status of the response. */
  status: number;
  /** Headers of the response. */
  headers: Headers;
  /** The service's message to people. */
  message: string | undefined;
  /** The service's own id of the request, where its response names one. */
  requestId: string | undefined;
  /** Idempotency key that was sent. */
  idempotencyKey: string | undefined;
}

/** A result before it is handed out. */
export interface CheckedResult<T> extends CallResult<T> {
  /** The response that it was read from. */
  http: HttpResponse;
}

/**
 * A call on its way: a promise of its result.
 *
 * @example
 * const data = await call;
 * const { data, status, headers } = await call.withResponse();
 * const text = await (await call.asResponse()).text();
 */
export interface Call<T> extends Promise<T> {
  /** The result with the status and the headers of the response. */
  withResponse(): Promise<CallResult<T>>;
  /** The response as it came, checked like any other: its body can be read. */
  asResponse(): Promise<Response>;
}

/** Makes a call of a promise of everything. */
export function toCall<T>(checked: Promise<CheckedResult<T>>): Call<T> {
  // `await` and not `then`, so that the stack of an error ends where the caller awaits it.
  const read = async (): Promise<T> => (await checked).data;
  const data = read();
  // The caller of the wider method gets the failure from it.
  const quiet = (): void => void data.catch(() => {});
  return Object.assign(data, {
    async withResponse() {
      quiet();
      const { http: _, ...result } = await checked;
      return result;
    },
    async asResponse() {
      quiet();
      return copy((await checked).http);
    },
  });
}
