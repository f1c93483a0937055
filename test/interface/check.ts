// `npm test -- interface`: compares the contract with the lists; with --accept writes the lists for the diff.
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { document } from "../support/compiled-contract.ts";
import { acceptLines } from "./accept.ts";
import { compareLists } from "./lists.ts";

async function check(): Promise<number> {
  const { accept, documented } = parseArgs({
    options: { accept: { type: "boolean" }, documented: { type: "boolean" } },
  }).values;
  return acceptLines(compareLists(document), { accept, documented }, console.log);
}

await runCommand(
  `Usage: npm test -- interface [--accept [--documented]]

  --accept       write the lines of inventory.yaml
  --documented   with --accept: write those of documented.yaml too. Each claims
                 that the provider's interface document says so: read it there

Exit code: 1 if a line differs, 2 for wrong arguments.`,
  check,
  () => undefined,
);
