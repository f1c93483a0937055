import { checkNames, checks } from "../../packages/conformance/src/index.ts";
import { faults } from "./faults/faults.ts";
import { freedoms } from "./faults/legal.ts";

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

/** Every check of the suite, with that of Schemathesis, and how many faults trip it. */
export function printChecks(): string {
  const all = Object.values(faults).flat();
  const rows = checkNames.map((name) => {
    const statement = checks[name];
    const like = statement.schemathesis === undefined ? "" : `\`${statement.schemathesis}\``;
    const count = all.filter(({ caughtBy }) => caughtBy.includes(name)).length;
    return [`\`${name}\``, statement.area, statement.about, `\`${statement.cites}\``, String(count), like];
  });
  return table(["Check", "Endangers", "What it holds a server to", "Enforces", "Faults", "Schemathesis"], rows);
}

/** Every fault that the suite is tried on, and the checks that find it. */
export function printFaults(): string {
  const count = Object.values(faults).flat().length;
  const tables = Object.entries(faults).map(([where, some]) => {
    const rows = some.map(({ name, caughtBy }) => [name, caughtBy.map((check) => `\`${check}\``).join(", ")]);
    return `**In ${where}**\n\n${table(["A server that …", "is found by"], rows)}`;
  });
  return [`${count} faults.`, ...tables].join("\n\n");
}

/** Everything that a server may do and the suite finds nothing in. */
export function printFreedoms(): string {
  const count = Object.values(freedoms).flat().length;
  const lists = Object.entries(freedoms).map(
    ([what, some]) => `**${what}**: ${some.map(({ name }) => name).join("; ")}.`,
  );
  return [`${count} legal servers.`, ...lists].join("\n\n");
}
