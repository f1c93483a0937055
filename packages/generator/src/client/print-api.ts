import type { OperationSentences } from "@packages/contract/src/sentences.ts";
import { fillTemplate } from "../template.ts";
import { type ClientGroup, type ClientMethod, type ClientModel, memberOf } from "./client-model.ts";
import { behaviourDocs, listOwnCodes, waitDocs } from "./method-docs.ts";
import { listSignatures } from "./print-client.ts";
import { printSignature } from "./print-waits.ts";

/** api.md: every method on one page. */
export function printApi(client: ClientModel, sentences: OperationSentences): string {
  const { contract, packageName: name, prefix, groups } = client;
  const errors = contract.errors.map(
    ({ code, status, condition, retryable, basis }) =>
      `| \`${code}\` | ${status} | ${escapeCell(condition)} | ${retryable ? "yes" : "no"} | ${basis?.kind ?? "documented"} |`,
  );
  const printed = groups.map((group) => printGroup(client, group, sentences)).join("\n");
  return fillTemplate("client-api.md", {
    name,
    prefix,
    groups: printed,
    errors: errors.join("\n"),
  });
}

function printGroup(
  client: ClientModel,
  group: ClientGroup,
  sentences: OperationSentences,
): string {
  const { description, methods, waits } = group;
  const name = memberOf(client, group);
  return [
    `## ${name}`,
    escapeHtml(description),
    ...methods.map((method) => printMethod(client, `${name}.${method.name}`, method, sentences)),
    ...waits.map((wait) =>
      [
        `### ${name}.${wait.name}`,
        codeBlock(printSignature(wait)),
        ...waitDocs(client, group, wait).slice(0, 2),
      ].join("\n\n"),
    ),
    "",
  ].join("\n\n");
}

function printMethod(
  { contract }: ClientModel,
  name: string,
  method: ClientMethod,
  sentences: OperationSentences,
): string {
  const { method: verb, path, summary, description } = method.operation;
  const errors = listOwnCodes(method.operation).map((code) => `\`${code}\``);
  return [
    `### ${name}`,
    codeBlock(
      listSignatures(contract, method)
        .map(({ parameters, result }) => `${method.name}(${parameters}): ${result}`)
        .join("\n"),
    ),
    `\`${verb} ${path}\`: ${escapeHtml(summary)}.`,
    ...[description, ...behaviourDocs(method.operation, sentences)].filter(Boolean).map(escapeHtml),
    `Errors: ${errors.join(", ") || "none of its own"}.`,
  ].join("\n\n");
}

function codeBlock(code: string): string {
  return `\`\`\`ts\n${code}\n\`\`\``;
}

/** A string of a spec, escaped for HTML. */
function escapeHtml(markdown: string): string {
  return markdown.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

function escapeCell(markdown: string): string {
  return escapeHtml(markdown).replaceAll("|", "\\|").replace(/\s+/g, " ").trim();
}
