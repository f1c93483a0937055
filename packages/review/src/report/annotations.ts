// The changes as GitHub's workflow commands, which it shows at the lines of the pull request.
import type { Change } from "../change.ts";
import type { Report } from "./report.ts";

const levels = { breaking: "error", risky: "warning", safe: "notice" };

export function printAnnotations({ changes, lint }: Report): string {
  const lines = changes.flatMap((change) => annotate(change));
  for (const { rule, message, source } of lint) {
    const [file, line] = source?.split(/:(?=\d+$)/) ?? [];
    lines.push(command("error", file, line, rule, message));
  }
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

function annotate({ severity, message, instead, where }: Change): string[] {
  // What is gone has no line in the pull request's files.
  const [file, line] = where.in === "head" ? [where.file, where.line] : [];
  if (severity === "safe" && file === undefined) return [];
  const text = instead === undefined ? message : `${message} ${instead}`;
  return [command(levels[severity], file, line, severity, text)];
}

function command(
  level: string,
  file: string | undefined,
  line: number | string | undefined,
  title: string,
  message: string,
): string {
  const place = file === undefined ? "" : `file=${property(file)},line=${line ?? 1},`;
  return `::${level} ${place}title=${property(title)}::${data(message)}`;
}

function data(value: string): string {
  return value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(value: string): string {
  return data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
