// `npm test -- interface`: compares the contract with the lists; with --accept writes the lists for the diff.
import { parseArgs } from "node:util";
import { runCommand } from "@packages/contract/src/command.ts";
import { document } from "../support/compiled-contract.ts";
import { acceptDisagreements, compareLists, describeDisagreement } from "./lists.ts";

async function check(): Promise<number> {
  const { accept } = parseArgs({ options: { accept: { type: "boolean" } } }).values;
  const found = compareLists(document);
  for (const one of found) console.log(describeDisagreement(one));
  if (accept) acceptDisagreements(found);
  if (accept || found.length === 0) return 0;
  console.error(
    `\n${found.length} line(s) differ. Paste them, or run: npm test -- interface --accept, and review the diff.`,
  );
  return 1;
}

await runCommand("Usage: npm test -- interface -- [--accept]", check, () => undefined);
