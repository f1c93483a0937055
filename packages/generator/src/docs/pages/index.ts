import type { Contract } from "@packages/contract/src/model.ts";
import { code, inline, link, page, prose, table } from "../markdown.ts";
import { groupLink, operationLink } from "../words.ts";

/** The reference's first page: the service, its calls, and the other pages. */
export function indexPage(contract: Contract): string {
  const { operations, groups, errors, notifications, basis } = contract;
  return page(`${inline(contract.title)} ${inline(contract.version)}`, [
    prose(contract.description),
    ...contract.servers.map(({ url, description, variables }) => {
      const values = Object.entries(variables).map(
        ([name, value]) => `${code(`{${name}}`)} such as ${code(value)}`,
      );
      const about = [inline(description ?? ""), ...values].filter((part) => part !== "");
      return `Address: ${code(url)}${about.length > 0 ? ` (${about.join(" ")})` : ""}.`;
    }),
    "## Calls",
    table(
      ["Resource", "Operation", "Call", "What it does"],
      groups.flatMap((group) =>
        group.operations.flatMap(({ id }) => {
          const operation = operations.find((one) => one.id === id);
          if (!operation) return [];
          const { method, path, summary, deprecated } = operation;
          const call = code(`${method} ${path}`);
          return [
            [
              groupLink(group.name),
              operationLink(id),
              call,
              inline(summary) + (deprecated ? " (deprecated)" : ""),
            ],
          ];
        }),
      ),
    ),
    "## Pages",
    table(
      ["Page", "What is on it"],
      [
        ...groups.map(({ name, description }) => [groupLink(name), inline(description)]),
        [
          link("Errors", "errors.md"),
          `${errors.length} errors: when each is given, whether to try again`,
        ],
        [
          link("Notifications", "notifications.md"),
          `${notifications.length} events: payloads, delivery, signature`,
        ],
        [link("Limits", "limits.md"), "rate limits, headers, times"],
        [link("Basis", "basis.md"), `${basis.length} statements that are still to be confirmed`],
      ],
    ),
  ]);
}
