import type { CataloguedError } from "../../../contract/src/model.ts";

/** Who has to act on an error: the program that called, a person behind it, or the service. */
export function whoActs({ status }: CataloguedError): string {
  if (status >= 500) return "service";
  return status === 401 || status === 402 || status === 403 ? "account" : "caller";
}

/** What to do about an error, in a short sentence. */
export function whatToDo({ status, retryable, causes = [] }: CataloguedError): string {
  if (status === 429) return "Wait for `Retry-After`, then send the same request again.";
  if (status >= 500) return "Send the same request again later; if the error remains, contact the provider.";
  if (status === 401)
    return retryable ? "Get a new token, then send the same request again." : "Check the credentials.";
  if (status === 403) return "Contact the provider: the account is blocked.";
  if (retryable) return "Send the same request again later.";
  if (status === 404) return "Check the address or the id.";
  if (status === 405 || status === 415) return "Correct the method or the media type.";
  if (causes.includes("validation") || status === 400) return "Correct the request; unchanged, it fails again.";
  return "Remove the cause first; until then the same request fails again.";
}
