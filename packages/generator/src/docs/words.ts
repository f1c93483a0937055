import type { Basis, Lifecycle } from "@packages/contract/src/behaviour.ts";
import type { Contract, Operation } from "@packages/contract/src/model.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { shapesWithin } from "@packages/contract/src/shapes/shape.ts";
import { anchor, code, inline, link } from "./markdown.ts";

/**
 * The source of a statement, with the reason at hand; a statement without a basis is documented.
 *
 * @param keyword of the part of the statement that is shown, if not all of it is
 */
export function badge(basis: Basis | undefined, keyword?: string): string {
  if (!basis || (keyword !== undefined && basis.documented?.includes(keyword))) return "documented";
  const documented = keyword === undefined ? (basis.documented ?? []) : [];
  const also = documented.length > 0 ? ` Documented: ${documented.join(", ")}.` : "";
  return link(basis.kind, `basis.md#${basis.kind}`, basis.reason + also);
}

/** The source of a statement, and the reason for it. */
export function basisLine(basis: Basis | undefined): string {
  return `Basis: ${badge(basis)}${basis ? `: ${inline(basis.reason)}` : ""}`;
}

/** Names as code spans in a row. */
export function codes(names: string[]): string {
  return names.map(code).join(", ");
}

/** A link to an operation's page. */
export function operationLink(id: string): string {
  return link(code(id), operationFile(id));
}

/** File of an operation's page. */
export function operationFile(id: string): string {
  return `operation-${fileName(id)}.md`;
}

/** A link to a notification's page. */
export function eventLink(event: string): string {
  return link(code(event), eventFile(event));
}

/** File of a notification's page. */
export function eventFile(event: string): string {
  return `event-${fileName(event)}.md`;
}

/** A link to a resource's page. */
export function groupLink(name: string): string {
  return link(inline(groupName(name)), groupFile(name));
}

/** File of a resource's page. */
export function groupFile(name: string): string {
  return `resource-${fileName(groupName(name))}.md`;
}

/** A resource's name; operations without one are listed as such. */
export function groupName(name: string): string {
  return name === "" ? "operations" : name;
}

/** A link to the statuses of an object. */
export function statusLink(contract: Contract, lifecycle: Lifecycle): string {
  const { schema, statuses } = lifecycle;
  const names = Object.keys(statuses);
  const target = `${groupFile(groupOf(contract, lifecycle) ?? "")}#${anchor(schema)}`;
  return `${link(code(schema), target)}${names.length > 0 ? ` (${codes(names)})` : ""}`;
}

/** Name of the resource whose statuses a lifecycle has: the group of an operation that shows them, or the first. */
export function groupOf(contract: Contract, lifecycle: Lifecycle): string | undefined {
  const shown = contract.operations.find((operation) =>
    showsStatus(contract, operation, lifecycle),
  );
  return shown?.group ?? contract.groups[0]?.name;
}

/** Whether a success of the operation holds a status of the lifecycle. */
export function showsStatus(
  contract: Contract,
  { responses }: Operation,
  { schema }: Lifecycle,
): boolean {
  const successes = responses.flatMap((response) =>
    response.status < 300 && response.schema ? [response.schema] : [],
  );
  return successes.some((success) =>
    [...shapesWithin(shapesOf(contract).shapeOf(success))].some(
      (shape) => shape.kind === "reference" && shape.name === schema,
    ),
  );
}

/** A name of the contract as one of a file, which leads nowhere else. */
function fileName(name: string): string {
  return name.normalize("NFC").replaceAll(/[^\p{L}\p{N}\p{M}_-]/gu, "-");
}

/** Field of the request that holds the URL of an operation's callbacks. */
export function callbackField(callbacks: NonNullable<Operation["callbacks"]>): string {
  return /#\/(.+)\}$/.exec(callbacks.url)?.[1]?.replaceAll("/", ".") ?? callbacks.url;
}
