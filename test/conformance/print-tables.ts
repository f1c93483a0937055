import { pixServerCheckNames, pixServerChecks } from "../../packages/conformance/src/index.ts";
import { faults } from "./faults/faults.ts";
import { freedoms } from "./faults/legal.ts";

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}

/** Every check of the suite, the nearest check of Schemathesis, and the number of faults that it finds. */
export function printChecks(): string {
  const all = Object.values(faults).flat();
  const rows = pixServerCheckNames.map((name) => {
    const statement = pixServerChecks[name];
    const like = statement.schemathesis === undefined ? "" : `\`${statement.schemathesis}\``;
    const count = all.filter(({ caughtBy }) => caughtBy.includes(name)).length;
    return [
      `\`${name}\``,
      statement.area,
      statement.about,
      `\`${statement.cites}\``,
      String(count),
      like,
    ];
  });
  return table(
    ["Check", "Area", "What it checks", "Part of the contract", "Faults", "Schemathesis"],
    rows,
  );
}

/** Every fault that the suite is tested on, and the checks that find it. */
export function printFaults(): string {
  const count = Object.values(faults).flat().length;
  const tables = Object.entries(faults).map(([area, some]) => {
    const rows = some.map(({ name, caughtBy }) => [
      name,
      caughtBy.map((check) => `\`${check}\``).join(", "),
    ]);
    return `**${area}**\n\n${table(["A server that …", "Found by"], rows)}`;
  });
  return [`${count} faults.`, ...tables].join("\n\n");
}

/** Every legal variation of a server, in which the suite finds nothing. */
export function printFreedoms(): string {
  const count = Object.values(freedoms).flat().length;
  const lists = Object.entries(freedoms).map(
    ([what, some]) => `**${what}**: ${some.map(({ name }) => name).join("; ")}.`,
  );
  return [`${count} legal servers.`, ...lists].join("\n\n");
}
