import type { Lifecycle } from "@packages/contract/src/behaviour.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import { capitalize } from "../../names.ts";
import { fieldList, listFields } from "../fields.ts";
import { bulletList, code, fence, inline, page, prose, table } from "../markdown.ts";
import { badge, codes, eventLink, groupFile, groupName, groupOf, operationLink } from "../words.ts";

/** A page for each resource: its operations, its fields, the statuses that it goes through, and the events of them. */
export function groupPages(contract: Contract): Record<string, string> {
  return Object.fromEntries(
    contract.groups.map(({ name, description, operations }) => {
      const calls = contract.operations.filter(({ id }) => operations.some((one) => one.id === id));
      const lifecycles = contract.lifecycles.filter(
        (lifecycle) => groupOf(contract, lifecycle) === name,
      );
      const shown = groupName(name);
      const title = inline(capitalize(shown));
      const rows = calls.map(({ id, method, path, summary }) => [
        operationLink(id),
        code(`${method} ${path}`),
        inline(summary),
      ]);
      return [
        groupFile(name),
        page(title, [
          prose(description),
          table(["Operation", "Call", "What it does"], rows),
          ...objectParts(contract, calls),
          ...lifecycles.flatMap(lifecycleParts),
        ]),
      ];
    }),
  );
}

/** The fields of a resource, as the call that reads it shows them: inside of an envelope, or as the body. */
function objectParts(contract: Contract, calls: readonly Operation[]): string[] {
  const read = calls.find(({ method }) => method === "GET");
  const schema = read && listSuccesses(read)[0]?.schema;
  const body = schema ? listFields(shapesOf(contract).shapeOf(schema)) : [];
  const { fields } = body.find(({ name }) => name === "data") ?? { fields: body };
  return read && fields.length > 0
    ? ["## The object", `As ${operationLink(read.id)} shows it.`, fieldList(fields, "object")]
    : [];
}

function lifecycleParts(lifecycle: Lifecycle): string[] {
  const { subject, initial, final, waitEndsAt, transitions, "x-basis": basis } = lifecycle;
  const names = new Set([
    ...Object.keys(lifecycle.statuses),
    ...transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  ]);
  return [
    `## ${inline(lifecycle.schema)}`,
    `The statuses of a ${code(subject)}.`,
    stateDiagram(lifecycle),
    bulletList([
      `First status: ${code(initial)}`,
      `Final: ${final.length > 0 ? codes(final) : "none"}`,
      `A wait ends at: ${codes(waitEndsAt)}`,
      `Which statuses are final and end a wait: ${badge(basis)}`,
    ]),
    table(
      ["Status", "Meaning", "Basis"],
      [...names].map((name) => [
        code(name),
        inline(lifecycle.statuses[name]?.description ?? ""),
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

/** A lifecycle as a Mermaid state diagram in a code block. */
function stateDiagram(lifecycle: Lifecycle): string {
  const { transitions, final } = lifecycle;
  const names = [
    ...new Set(transitions.flatMap(({ from, to }) => (from === null ? [to] : [from, to]))),
  ];
  const id = (status: string): string => `s${names.indexOf(status) + 1}`;
  const lines = [
    ...names.map((name) => `state "${label(name) || id(name)}" as ${id(name)}`),
    ...transitions.map(({ from, to, trigger }) => {
      const words = label(trigger);
      return `${from === null ? "[*]" : id(from)} --> ${id(to)}${words ? `: ${words}` : ""}`;
    }),
    ...final.map((status) => `${id(status)} --> [*]`),
  ];
  return fence("mermaid", ["stateDiagram-v2", ...lines.map((line) => `  ${line}`)].join("\n"));
}

/** Letters, digits and plain punctuation: whatever else might mean something to Mermaid is left out. */
function label(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N}_ ,.'()/-]/gu, " ")
    .replaceAll(/--+/g, "-")
    .replaceAll(/\s+/g, " ")
    .trim();
}
