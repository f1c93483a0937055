import type { CataloguedError, Contract } from "../../contract/model.ts";
import { code, inline, table } from "../markdown.ts";
import { page } from "../page.ts";
import { badge, codes, operationLink } from "../words.ts";

/** The catalogue of errors, by status and code. */
export function errorsPage(contract: Contract): string {
  return page("Errors", [
    "*Retry* says whether the same request may succeed later, unchanged. *Raised by* names the parts of a server that give the error by themselves; where it is empty, the operation's own rules do. On the mock, the name of an error's example is its code in kebab case.",
    table(
      ["Status", "Code", "Given when", "Retry", "Raised by", "Operations", "Basis"],
      contract.errors.map((error) => row(error)),
    ),
  ]);
}

function row({
  status,
  code: name,
  condition,
  retryable,
  causes,
  anywhere,
  operations,
  basis,
}: CataloguedError): string[] {
  return [
    String(status),
    code(name),
    inline(condition),
    retryable ? "yes" : "no",
    codes(causes ?? []),
    anywhere ? "any request" : operations.map(operationLink).join(", "),
    badge(basis),
  ];
}
