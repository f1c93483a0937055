// A contract whose texts want to run as code: the server that is made of it compiles, and runs nothing of them.
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Document } from "@packages/contract/src/openapi.ts";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { expect, onTestFinished, test } from "vitest";
import { document } from "../../../../test/generator/support/library.ts";
import { home } from "../../../../test/generator/support/project.ts";
import {
  loadPackage,
  makePackage,
  type Package,
} from "../../../../test/generator/support/server-package.ts";

const evil = [
  "*/ globalThis.broken = 1; /*",
  "`$" + "{globalThis.broken = 1}`",
  '"); globalThis.broken = 1; ("',
  "\u2028globalThis.broken = 1\u2029",
  "</script><script>globalThis.broken = 1</script>",
  'require("node:fs")',
].join("\n");

/** The library with every text and pattern replaced by one that wants to run. */
function poison(): Document {
  const poisoned = structuredClone(document);
  const visit = (value: unknown): void => {
    if (value === null || typeof value !== "object") return;
    const fields = value as Record<string, unknown>;
    for (const [key, entry] of Object.entries(fields)) {
      if (
        ["description", "summary", "title", "condition", "when"].includes(key) &&
        typeof entry === "string"
      )
        fields[key] = evil;
      else visit(entry);
    }
  };
  visit(poisoned);
  const loan = poisoned.components?.schemas?.LoanRequest;
  if (loan?.properties) {
    loan.properties[evil] = { type: "string", enum: [evil, "x"], default: evil };
    loan.properties.receipt = { type: "string", readOnly: true };
    loan.required = [...(loan.required ?? []), "receipt"];
    loan.properties.evilPattern = {
      type: "string",
      pattern: "^[*]/ globalThis[.]broken = 1; [/*\"'`]$",
    };
  }
  return poisoned;
}

test("runs nothing of its own, and compiles under strict rules; handlers get no read-only fields", async () => {
  const poisoned = poison();
  const written = await makePackage(readContract(poisoned));
  const { folder: target, built: loaded } = await loadPackage(written, poisoned, onTestFinished);
  expect(loaded.createLendingServer).toBeTypeOf("function");
  await import(join(target, "src/checks/table.js"));
  expect((globalThis as Package).broken).toBeUndefined();
  const use = `import type { ContextOf } from "./index.ts";
type Body = ContextOf<"createLoan", 1>["body"];
export const book = (body: Body): string => body.book;
// A query parameter with a default is always there.
export const size = (query: ContextOf<"listBooks", 1>["query"]): number => query.size;
// @ts-expect-error requests have no read-only fields
export const receipt = (body: Body): string => body.receipt;
`;
  await writeFile(join(target, "src/use.ts"), use);
  await promisify(execFile)(process.execPath, [
    join(home, "node_modules/typescript/bin/tsc"),
    "-p",
    target,
  ]);
});
