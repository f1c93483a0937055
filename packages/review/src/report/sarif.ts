// The changes in SARIF 2.1.0, which GitHub and editors show beside the code.
import { listChanges, type Report, type ReportedChange } from "./report.ts";

const sarifLevels = { breaking: "error", risky: "warning", safe: "note" };

export function printSarif(report: Report): string {
  const changes = listChanges(report);
  const ids = [...new Set(changes.map(({ change }) => change.kind))];
  const driver = {
    name: "contract-review",
    informationUri: "https://github.com/pix-contract/pix-contract",
    rules: ids.map((id) => ({ id })),
  };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results: changes.map(sarifResult) }],
  };
  return `${JSON.stringify(log, null, 2)}\n`;
}

function sarifResult({ change, remedy, acceptance }: ReportedChange): object {
  const { kind, severity, message, fingerprint, where, follows = [] } = change;
  const { file, line } = where.in === "head" ? where : (where.near ?? where);
  const text = [message, ...follows.map((one) => one.message), acceptance ? "" : remedy];
  return {
    ruleId: kind,
    level: sarifLevels[severity],
    message: { text: text.filter(Boolean).join(" ") },
    locations: [
      {
        ...(file !== undefined && {
          physicalLocation: {
            artifactLocation: { uri: file },
            region: { startLine: line ?? 1 },
          },
        }),
        logicalLocations: [{ fullyQualifiedName: where.pointer }],
      },
    ],
    partialFingerprints: { "contractReview/v1": fingerprint },
    ...(acceptance && {
      suppressions: [{ kind: "external", status: "accepted", justification: acceptance.reason }],
    }),
  };
}
