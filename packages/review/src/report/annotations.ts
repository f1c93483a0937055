// The changes as GitHub's workflow commands, which it shows at the lines of the pull request.
import type { Change } from "../change.ts";
import type { Report } from "./report.ts";

const levels = { breaking: "error", risky: "warning" };

/** Breaking and risky changes; the safe ones are in the report. */
export function printAnnotations({ changes }: Report): string {
  const lines = changes.flatMap(annotate);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function annotate({ severity, kind, message, instead, where }: Change): string[] {
  if (severity === "safe") return [];
  // What is gone has no line in the pull request's files: what is left around it has one.
  const { file, line } = where.in === "head" ? where : (where.near ?? {});
  const text = instead === undefined ? message : `${message} ${instead}`;
  const place = file === undefined ? "" : `file=${property(file)},line=${line ?? 1},`;
  return [`::${levels[severity]} ${place}title=${property(`${severity}: ${kind}`)}::${data(text)}`];
}

function data(value: string): string {
  return value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(value: string): string {
  return data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
