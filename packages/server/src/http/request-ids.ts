/** Response header with a request's id. */
export const requestIdHeader = "x-request-id";

/** An id that can stand in a header, a log and a query as it is. */
const sound = /^[\w.-]{8,128}$/;

/**
 * Ids of requests: the one that a request brings along, if it is sound, so that it is the same in all logs; else one that
 * is random for each process and counted within it, because a random one for each request is not free.
 */
export function makeRequestIds(): (given?: string | string[] | null) => string {
  let process: string | undefined;
  let count = 0;
  return (given) => {
    if (typeof given === "string" && sound.test(given)) return given;
    // Workers have no randomness before the first request.
    process ??= crypto.randomUUID().slice(0, 18);
    count += 1;
    return `${process}-${count.toString(36)}`;
  };
}
