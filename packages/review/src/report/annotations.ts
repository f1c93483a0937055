// The changes as GitHub's workflow commands, which it shows at the lines of the pull request.
import {
  listChanges,
  type Report,
  type ReportedChange,
  type Section,
  sectionsIn,
} from "./report.ts";

const annotationLevels = { breaking: "error", risky: "warning", safe: "notice" };

/** Sections that are not only for those who read the whole report. */
const shownSections: readonly Section["kind"][] = ["flaws", "decisions"];

export function printAnnotations(report: Report): string {
  const lines = sectionsIn(report).flatMap((section) => {
    if (!shownSections.includes(section.kind)) return [];
    const { title } = section;
    return section.lines.map(({ place, text, flaw }) => {
      const { severity = "notice", file, line = 1 } = flaw ?? {};
      return file === undefined
        ? workflowCommand(severity, { title }, `${place} ${text}`.trim())
        : workflowCommand(severity, { file, line, title }, text);
    });
  });
  return [...listChanges(report).map(annotate), ...lines].map((line) => `${line}\n`).join("");
}

function annotate({ change, remedy, acceptance }: ReportedChange): string {
  const { severity, kind, message, where, fingerprint, follows = [] } = change;
  const level = acceptance ? "notice" : annotationLevels[severity];
  // A removed part has no line in the pull request's files; its nearest remaining owner has one.
  const { file, line } = where.in === "head" ? where : (where.near ?? {});
  const text = [message, ...follows.map((one) => one.message), remedy, `(${fingerprint})`];
  const place = file === undefined ? {} : { file, line: line ?? 1 };
  const title = `${severity}: ${kind}`;
  return workflowCommand(level, { ...place, title }, text.filter(Boolean).join(" "));
}

/** A command of GitHub's workflows, which shows a message at a line of a pull request. */
export function workflowCommand(
  level: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const given = Object.entries(properties).map(
    ([name, value]) => `${name}=${property(String(value))}`,
  );
  return `::${level} ${given.join(",")}::${data(message)}`;
}

function data(value: string): string {
  return value.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(value: string): string {
  return data(value).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
