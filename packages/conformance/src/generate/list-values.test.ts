import { expect, test } from "vitest";
import { pix } from "../pix/suite.ts";
import { listValues } from "./list-values.ts";

test("each class of value is listed at each field of its type, in each operation", async () => {
  const sections = (await listValues(pix.suite({}))).split("\n\n");
  const lineOf = (operation: string, field: string): string | undefined =>
    sections
      .find((section) => section.startsWith(`${operation}\n`))
      ?.split("\n")
      .find((line) => line.startsWith(`  ${field}: `));
  for (const [operation, field] of [
    ["createCharge", "description"],
    ["createCharge", "customer.billingAddress.street"],
    ["createTransfer", "description"],
    ["createWebhook", "name"],
  ] as const) {
    const line = lineOf(operation, field);
    for (const value of ["empty", "a string that firewalls refuse", "half of a surrogate pair"])
      expect(line, `${operation} ${field}`).toContain(value);
    expect(lineOf(operation, "bytes that are not UTF-8")).toContain(field);
  }
  expect(lineOf("createTransfer", "postbackUrl")).toContain("empty");
});
