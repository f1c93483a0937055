import type { Lifecycle } from "../../../../contract/src/behaviour.ts";
import type { Contract } from "../../../../contract/src/model.ts";
import { code, inline, list, table } from "../markdown.ts";
import { stateDiagram } from "../mermaid.ts";
import { page } from "../page.ts";
import { badge, codes, eventLink } from "../words.ts";

/** Every lifecycle: its statuses, and the ways between them. */
export function statusesPage(contract: Contract): string {
  return page("Statuses", contract.lifecycles.flatMap(lifecycleParts));
}

function lifecycleParts(lifecycle: Lifecycle): string[] {
  const { subject, initial, final, waitEndsAt, transitions } = lifecycle;
  const names = new Set([
    ...Object.keys(lifecycle.statuses),
    ...transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  ]);
  return [
    `## ${inline(lifecycle.schema)}`,
    `Where a ${code(subject)} stands.`,
    stateDiagram(lifecycle),
    list([
      `First status: ${code(initial)}`,
      `Final, nothing leaves them: ${final.length > 0 ? codes(final) : "none"}`,
      `A wait ends at: ${codes(waitEndsAt)}`,
    ]),
    table(
      ["Status", "Meaning", "Final", "Ends a wait", "Basis"],
      [...names].map((name) => [
        code(name),
        inline(lifecycle.statuses[name]?.description ?? ""),
        final.includes(name) ? "yes" : "no",
        waitEndsAt.includes(name) ? "yes" : "no",
        badge(lifecycle.statuses[name]?.["x-basis"]),
      ]),
    ),
    table(
      ["From", "Trigger", "To", "Notification", "Basis"],
      transitions.map(({ from, trigger, to, notification, "x-basis": basis }) => [
        from === null ? "(none)" : code(from),
        inline(trigger),
        code(to),
        notification === undefined ? "none" : eventLink(notification),
        badge(basis),
      ]),
    ),
  ];
}
