import type { CataloguedError, Contract } from "@packages/contract/src/model.ts";
import { anchor, bulletList, code, fence, inline, link, page, table } from "../markdown.ts";
import { badge, basisLine, codes, operationLink } from "../words.ts";

/** The catalogue of errors: a table by status and code, then the advice for each. */
export function errorsPage(contract: Contract): string {
  return page("Errors", [
    "*Retry* is *yes* if the error passes by itself, so that a client may send the same request again; *no* if something else has to change first: the request, the token, the balance. It is advice, which the provider's document does not give. To get an error from the mock, send `Prefer: example=` and its code in kebab case.",
    table(
      ["Status", "Code", "Given when", "Retry", "Basis"],
      contract.errors.map((error) => [
        String(error.status),
        link(code(error.code), `#${anchor(error.code)}`),
        inline(error.condition),
        error.retryable ? "yes" : "no",
        badge(error.basis),
      ]),
    ),
    ...contract.errors.flatMap((error) => errorParts(error)),
  ]);
}

function errorParts(error: CataloguedError): string[] {
  const { code: name, status, condition, causes = [], anywhere, operations, sample, basis } = error;
  return [
    `## ${inline(name)}`,
    `**${status}**: ${inline(condition)}`,
    bulletList([
      `What to do: ${whatToDo(error)}`,
      `Operations: ${anywhere ? "any request" : operations.map(operationLink).join(", ")}`,
      ...(causes.length > 0 ? [`Raised by the server's ${codes(causes)}`] : []),
      basisLine(basis),
    ]),
    `<details>\n<summary>Body</summary>\n\n${fence("json", JSON.stringify(sample, null, 2))}\n\n</details>`,
  ];
}

/** The advice about an error, in a short sentence. */
function whatToDo({ status, retryable, causes = [] }: CataloguedError): string {
  if (status === 429) return "Wait for `Retry-After`, then send the same request again.";
  if (causes.includes("internal"))
    return "The request may have taken effect. If the operation takes an idempotency key, send it again later with the same key; otherwise look before you send it again. If the error remains, contact the provider.";
  if (status >= 500)
    return "Send the same request again later; if the error remains, contact the provider.";
  if (causes.includes("credentials-expired"))
    return "Get a new token, then send the same request again.";
  if (status === 401) return "Check the credentials.";
  if (status === 403) return "Contact the provider: the account is blocked.";
  if (retryable) return "Send the same request again later.";
  if (status === 404) return "Check the address or the id.";
  if (status === 405 || status === 415) return "Correct the method or the media type.";
  if (causes.includes("validation") || status === 400)
    return "Correct the request; unchanged, it fails again.";
  return "Remove the cause first; until then the same request fails again.";
}
