import type { Contract } from "../../../../contract/src/model.ts";
import { code, inline, link, prose, table } from "../markdown.ts";
import { page } from "../page.ts";
import { operationLink } from "../words.ts";

/** The reference's first page: what the service is, its calls, and the other pages. */
export function indexPage(contract: Contract): string {
  const { operations, errors, lifecycles, notifications, basis } = contract;
  return page(`${inline(contract.title)} ${inline(contract.version)}`, [
    prose(contract.description),
    ...contract.servers.map(({ url, description, variables }) => {
      const values = Object.entries(variables).map(([name, value]) => `${code(`{${name}}`)} such as ${code(value)}`);
      const about = [inline(description ?? ""), ...values].filter((part) => part !== "");
      return `Address: ${code(url)}${about.length > 0 ? ` (${about.join(" ")})` : ""}.`;
    }),
    "## Calls",
    table(
      ["Operation", "Call", "What it does"],
      operations.map(({ id, method, path, summary }) => [
        operationLink(id),
        code(`${method} ${path}`),
        inline(summary),
      ]),
    ),
    "## Pages",
    table(
      ["Page", "What is on it"],
      [
        [link("Operations", "operations.md"), `${operations.length} operations: requests, answers, limits`],
        [link("Errors", "errors.md"), `${errors.length} errors: when each is given, whether to try again`],
        [link("Statuses", "statuses.md"), `${lifecycles.length} lifecycles: statuses and the ways between them`],
        [link("Notifications", "notifications.md"), `${notifications.length} events: payloads, delivery, signature`],
        [link("Limits", "limits.md"), "rate limits, limits of values, headers"],
        [link("Basis", "basis.md"), `${basis.length} statements that are still to be confirmed`],
      ],
    ),
  ]);
}
