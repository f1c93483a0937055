import type { CataloguedError, Contract } from "../../../../contract/src/model.ts";
import { whatToDo, whoActs } from "../error-words.ts";
import { anchor, code, fence, inline, link, list, table } from "../markdown.ts";
import { page } from "../page.ts";
import { basisWords, codes, operationLink } from "../words.ts";

/** The catalogue of errors: a table by status and code, then who must act on each, and how. */
export function errorsPage(contract: Contract): string {
  return page("Errors", [
    "*Retry* says whether the same request may succeed later, unchanged. *Who acts* is the calling program, the holder of the account, or the service. The mock gives an error for `Prefer: example=` with its code in kebab case.",
    table(
      ["Status", "Code", "Given when", "Retry", "Who acts"],
      contract.errors.map((error) => [
        String(error.status),
        link(code(error.code), `#${anchor(error.code)}`),
        inline(error.condition),
        error.retryable ? "yes" : "no",
        whoActs(error),
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
    list([
      `What to do: ${whatToDo(error)}`,
      `Operations: ${anywhere ? "any request" : operations.map(operationLink).join(", ")}`,
      ...(causes.length > 0 ? [`Raised by the server's ${codes(causes)}`] : []),
      basisWords(basis),
    ]),
    `<details>\n<summary>Body</summary>\n\n${fence("json", JSON.stringify(sample, null, 2))}\n\n</details>`,
  ];
}
