import type { Basis } from "../../../contract/src/behaviour.ts";
import { fillTemplate } from "../template.ts";
import { type ClientGroup, type ClientMethod, type ClientModel, memberOf } from "./client-model.ts";
import { limitSentence } from "./method-docs.ts";
import { parameterName } from "./parameter-name.ts";
import { printParameters, printResult } from "./print-client.ts";
import { printWaitResult } from "./print-waits.ts";

/** api.md: every method on one page. */
export function printApi(client: ClientModel): string {
  const { contract, packageName: name, prefix, groups } = client;
  const errors = contract.errors.map(
    ({ code, status, condition, retryable }) =>
      `| \`${code}\` | ${status} | ${cell(condition)} | ${retryable ? "yes" : "no"} |`,
  );
  const printed = groups.map((group) => printGroup(client, group)).join("\n");
  return fillTemplate("client-api.md", { name, prefix, groups: printed, errors: errors.join("\n") });
}

function printGroup(client: ClientModel, group: ClientGroup): string {
  const { description, methods, waits } = group;
  const name = memberOf(client, group);
  return [
    `## ${name}`,
    escapeHtml(description),
    ...methods.map((method) => printMethod(`${name}.${method.name}`, method)),
    ...waits.map((wait) =>
      [
        `### ${name}.${wait.name}`,
        `\`\`\`ts\n${wait.name}(${parameterName(wait.lookup.pathParameters[0]?.identifier ?? "id")}: string, options?: WaitOptions): Wait<${printWaitResult(wait)}>\n\`\`\``,
        `Waits until the status is ${statusList(wait.wanted)}. Rejects with a \`WaitTimeoutError\` when the time is up${
          wait.ended.length > 0
            ? `, with a \`WaitEndedError\` when the status is ${statusList(wait.ended)} instead`
            : ""
        }; both carry the object as \`last\` seen. Options: \`timeout\` (900000 ms), \`firstInterval\` (1000 ms), \`maxInterval\` (15000 ms), \`signal\`, \`headers\`.`,
      ].join("\n\n"),
    ),
    "",
  ].join("\n\n");
}

function statusList(statuses: string[]): string {
  return statuses.map((status) => `\`${status}\``).join(" or ");
}

function printMethod(name: string, method: ClientMethod): string {
  const { operation } = method;
  return [
    `### ${name}`,
    `\`\`\`ts\n${method.name}(${printParameters(method)}): Call<${printResult(method)}>\n\`\`\``,
    `\`${operation.method} ${operation.path}\`: ${escapeHtml(operation.summary)}. ${limitSentence(operation)}`.trim(),
    ...[operation.description, basisSentence(operation.basis)].filter(Boolean).map(escapeHtml),
    `Errors: ${
      operation.responses
        .flatMap(({ errors }) => errors)
        .map((code) => `\`${code}\``)
        .join(", ") || "none of its own"
    }.`,
  ].join("\n\n");
}

/** A basis as a sentence. */
function basisSentence(basis: Basis | undefined): string {
  if (!basis) return "";
  return `${basis.kind.charAt(0).toUpperCase()}${basis.kind.slice(1)}: ${basis.reason}`;
}

/** Text of a spec in a page: nothing in it becomes HTML. */
function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function cell(text: string): string {
  return escapeHtml(text).replaceAll("|", "\\|").replace(/\s+/g, " ").trim();
}
