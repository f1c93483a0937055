// `npm run test:interface`: holds the contract against the lists; with --accept writes the lists for the diff.
import { parseArgs } from "node:util";
import { document } from "../support/contract.ts";
import { acceptDisagreements, compareLists, describeDisagreement } from "./lists.ts";

const { accept } = parseArgs({ options: { accept: { type: "boolean" } } }).values;
const found = compareLists(document);
for (const one of found) console.log(describeDisagreement(one));
if (accept) acceptDisagreements(found);
else if (found.length > 0) {
  console.error(
    `\n${found.length} line(s) differ. Paste them, or run: npm run test:interface -- --accept, and review the diff.`,
  );
  process.exitCode = 1;
}
