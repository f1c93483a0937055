// How runtimes say that no connection was made: codes of Node's connect and lookup, of undici and Bun, words of Deno. The
// same codes come from reading and writing, after a request went out, so that a system call, where it is named, decides.
const unconnected =
  /\b(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|UND_ERR_CONNECT_TIMEOUT|ConnectionRefused|FailedToOpenSocket|client error \(Connect\))/;
const connecting = /^(connect|getaddrinfo)\b/;
const exchanging = /\b(read|writev?|send|recv|shutdown) E/;

/** Whether a failure of `fetch` says that nothing can have been sent. */
export function nothingSent(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errors, cause, syscall } = error as {
    code?: unknown;
    errors?: unknown[];
    cause?: unknown;
    syscall?: unknown;
  };
  // One error for each address that was tried.
  if (errors?.length) return errors.every(nothingSent);
  const during = typeof syscall === "string" ? syscall : error.message;
  if (typeof syscall === "string" ? !connecting.test(during) : exchanging.test(during)) return false;
  return unconnected.test(`${code} ${error.message}`) || nothingSent(cause);
}
