/** Response header that tells a request's id. */
export const requestIdHeader = "x-request-id";

/** Ids of requests: random for each process, counted within it, because a random one for each request is not free. */
export function makeRequestIds(): () => string {
  let process: string | undefined;
  let count = 0;
  return () => {
    // Workers have no randomness before the first request.
    process ??= crypto.randomUUID().slice(0, 18);
    return `${process}-${(++count).toString(36)}`;
  };
}
