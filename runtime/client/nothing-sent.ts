// How runtimes say that no connection was made: codes of Node and Bun, words of Deno. All else may have been sent.
const unconnected =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|client error \(Connect\))/;

/** Whether a failure of `fetch` says that nothing can have been sent. */
export function nothingSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown };
  // One error for each address that was tried.
  if (errors?.length) return errors.every(nothingSent);
  return unconnected.test(`${code} ${error.message}`) || nothingSent(cause);
}
