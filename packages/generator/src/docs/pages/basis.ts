import type { Basis } from "@packages/contract/src/behaviour.ts";
import type { Contract } from "@packages/contract/src/model.ts";
import { code, inline, page, table } from "../markdown.ts";

const basisTitles: Record<Basis["kind"], string> = {
  implied: "The provider's document uses it without stating it.",
  observed: "Seen in public integrations of the same interface.",
  assumed: "Decided by the authors of the contract.",
};

/** The register of statements that are not documented, for reviewers to confirm. */
export function basisPage(contract: Contract): string {
  const groups = Object.entries(basisTitles).map(([kind, meaning]) => ({
    kind,
    meaning,
    statements: contract.basis.filter((statement) => statement.kind === kind),
  }));
  return page("Basis", [
    "What the contract states although the provider's document does not. Everything else is documented. Each reason is one question to the provider; its row lists the statements that depend on it.",
    table(
      ["Kind", "Meaning", "Statements", "Reasons"],
      groups.map(({ kind, meaning, statements }) => [
        `[${kind}](#${kind})`,
        meaning,
        String(statements.length),
        String(Map.groupBy(statements, ({ reason }) => reason).size),
      ]),
    ),
    ...groups.flatMap(({ kind, statements }) => [
      `## ${kind}`,
      statements.length === 0
        ? "None."
        : table(
            ["Reason", "Statements"],
            [...Map.groupBy(statements, ({ reason }) => reason)].map(([reason, all]) => [
              inline(reason),
              all.map(({ subject }) => code(subject)).join("\n"),
            ]),
          ),
    ]),
  ]);
}
