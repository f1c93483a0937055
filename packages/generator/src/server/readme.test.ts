import { expect, test } from "vitest";
import { contract } from "../../../../test/generator/support/library.ts";
import { serverNames } from "./names.ts";
import { printServerReadme } from "./readme.ts";

const project = { name: "lending-library", version: "1.0.0", license: "MIT", dependencies: {} };

const [first, ...others] = contract.operations;
if (!first) throw new Error("The library has no operations.");

/** The README of the library, with scopes of a limit and of idempotency keys. */
const printWith = (limitScope: string[], keyScope: string): string => {
  const rateLimit = { limit: 2, window: 60, scope: limitScope };
  const idempotency = { header: "Key", retention: 60, scope: keyScope };
  const operations = [{ ...first, rateLimit, idempotency }, ...others] as typeof others;
  return printServerReadme(project, { ...contract, operations }, serverNames(project), []);
};

test("the program of the README gives a value for each scope of the contract's own", () => {
  const readme = printWith(["ip", "tenant"], "sales-office");
  expect(readme).toContain("    tenant: ({ ip }, caller) => caller?.name ?? ip,\n");
  expect(readme).toContain('    "sales-office": ({ ip }, caller) => caller?.name ?? ip,\n');
});

test("the program has no option for scopes that the server knows", () =>
  expect(printWith(["ip", "apiKey"], "caller")).not.toContain("scopes"));
