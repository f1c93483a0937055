import { RefusedAddressError } from "./guarded-connector.ts";

/** A receiver that has not answered in its time. */
export class TookTooLongError extends Error {
  override readonly name = "TookTooLongError";
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there: the connection was refused",
  ENOTFOUND: "The host's name leads nowhere",
  EAI_AGAIN: "The host's name could not be looked up",
  ECONNRESET: "The connection was reset before there was an answer",
  EPIPE: "The connection was closed before there was an answer",
  UND_ERR_SOCKET: "The connection was closed before there was an answer",
  UND_ERR_CONNECT_TIMEOUT: "No connection could be made in time",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the answer are too long",
  ETIMEDOUT: "No connection could be made in time",
  EHOSTUNREACH: "The host cannot be reached",
  ENETUNREACH: "The host's network cannot be reached",
};

/**
 * Why there was no answer, in a sentence.
 *
 * @param timeout milliseconds that the receiver had
 */
export function failureMessage(failure: unknown, timeout: number): string {
  if (failure instanceof TookTooLongError) return `There was no complete answer within ${timeout / 1000} seconds.`;
  if (failure instanceof RefusedAddressError) return failure.message;
  // A host with several addresses has a reason for each.
  const error = (failure instanceof AggregateError ? failure.errors[0] : failure) as Error & { code?: string };
  const reason = reasons[error.code ?? ""];
  return reason === undefined ? `No answer could be read: ${error.message}` : `${reason} (${error.code}).`;
}
