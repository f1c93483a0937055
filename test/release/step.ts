// How far a release has to go: what the review found since the last one decides, and a changeset may only ask for more.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Report } from "../../packages/review/src/report/report.ts";
import type { Release } from "../../packages/review/src/semver.ts";

const steps: Release[] = ["none", "patch", "minor", "major"];

function changesetsIn(folder: string): { front: string; text: string }[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".md") && name !== "README.md");
  return files.sort().map((name) => {
    const [, front = "", ...text] = readFileSync(join(folder, name), "utf8").split(/^---$/m);
    return { front, text: text.join("---").trim() };
  });
}

/** What the changesets say to those who use the packages, one line for each. */
export function notesOfChangesets(folder: string): string {
  return changesetsIn(folder)
    .map(({ text }) => `- ${text.replaceAll("\n", "\n  ")}`)
    .join("\n");
}

/** The largest step that a changeset asks for. */
export function stepOfChangesets(folder: string): Release {
  const asked = changesetsIn(folder).flatMap(({ front }) =>
    Object.values((parse(front) ?? {}) as Record<string, Release>),
  );
  return asked.reduce<Release>(
    (most, step) => (steps.indexOf(step) > steps.indexOf(most) ? step : most),
    "none",
  );
}

/** Why a step is smaller than the changes of the contract ask for, with those changes; undefined if it is not. */
export function refuseStep(
  asked: Release,
  report: Pick<Report, "release" | "packageRelease" | "changes" | "decided" | "consumers">,
): string | undefined {
  const needed = report.packageRelease ?? report.release;
  if (steps.indexOf(asked) >= steps.indexOf(needed)) return undefined;
  const accepted = report.decided.accepted.map(({ change }) => change);
  const all = [...report.changes, ...accepted];
  const breaking = all.filter(({ severity }) => severity === "breaking");
  const forbidding = breaking.length > 0 ? breaking : all;
  const lines = [
    ...forbidding.map(({ message, where }) => `- ${message} (${where.source ?? where.pointer})`),
    ...(report.consumers ?? []).map(
      ({ place, message }) => `- code of an earlier release, ${place}: ${message}`,
    ),
  ];
  return `The changesets ask for ${asked}, and the contract needs ${needed}:\n${lines.join("\n")}`;
}
