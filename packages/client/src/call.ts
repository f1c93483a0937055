import type { HttpResponse } from "./http.ts";
import { showResponse } from "./redact.ts";

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

/** The result of a call, and the response that it was read from. */
export interface SuccessfulCall<T> {
  data: T;
  http: HttpResponse;
  idempotencyKey: string | undefined;
}

/** Makes a call of a promise of its success. */
export function toCall<T>(success: Promise<SuccessfulCall<T>>): Call<T> {
  // `await` and not `then`, so that the stack of an error ends where the user awaits it.
  const read = async (): Promise<T> => (await success).data;
  const data = read();
  return Object.assign(data, {
    async withResponse() {
      // The user of the wider method gets the failure from it.
      data.catch(() => {});
      const { data: result, http, idempotencyKey } = await success;
      const { message } = Object(http.body);
      return {
        // Nothing is hidden from the user, as it is in an error.
        ...showResponse((value) => value, http),
        data: result,
        message: typeof message === "string" ? message : undefined,
        idempotencyKey,
      };
    },
  });
}
