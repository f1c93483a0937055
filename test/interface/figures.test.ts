// A figure of the contract is written once: what changes it changes every sentence that names it.
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { compileSpec } from "../../packages/contract/src/compile.ts";
import { buildDocument } from "../../packages/contract/src/document/build-document.ts";
import type { Document } from "../../packages/contract/src/openapi.ts";
import { partsOf } from "../../packages/contract/src/parts.ts";

const { document: emitted } = await compileSpec(fileURLToPath(new URL("../../spec/main.tsp", import.meta.url)));

/** Every text of a document, but for its examples. */
function textsOf(document: Document): string {
  const { "x-version-policy": _, ...others } = document;
  return partsOf(others)
    .flatMap(({ part }) => Object.entries(part))
    .flatMap(([key, value]) => (typeof value === "string" && key !== "pattern" ? [value] : []))
    .join("\n");
}

const schemas = ["components", "schemas"];

test.for<[was: string, is: string, path: string[], figure: number]>([
  ["140", "at most 100 characters", [...schemas, "Description", "maxLength"], 100],
  ["2048", "at most 1024 characters", [...schemas, "NotificationUrl", "maxLength"], 1024],
  ["10,000,000.00", "R$ 5,000.00", [...schemas, "Amount", "maximum"], 500_000],
  ["1000000000", "to 500000 ", [...schemas, "Amount", "maximum"], 500_000],
  ["5 days", "failed for 7 days", ["x-notification-delivery", "disabledAfter"], 604_800],
  ["256 KiB", "larger than 1 MiB", ["x-body-limit"], 2 ** 20],
  [
    "expires after 12 hours",
    "expires after 1 hour",
    [...schemas, "TransactionStatus", "x-lifecycle", "transitions", "2", "after"],
    3600,
  ],
  [
    "at most 10 ",
    "already has 20 webhook registrations",
    [...schemas, "WebhookLimitExceeded", "x-error", "details", "limit"],
    20,
  ],
])("%s becomes: %s", ([was, is, path, figure]) => {
  const copy = structuredClone(emitted);
  expect(textsOf(buildDocument(copy))).toContain(was);
  const holder = path.slice(0, -1).reduce<object>((part, key) => Reflect.get(part, key), copy);
  Reflect.set(holder, path.at(-1) ?? "", figure);
  const changed = textsOf(buildDocument(copy));
  expect(changed).not.toContain(was);
  expect(changed).toContain(is);
});

test("no placeholder is left", () => {
  const { "x-notification-signature": _, ...document } = buildDocument(emitted);
  const left = textsOf(document as Document).match(/\{[A-Za-z][\w.-]*(?::\w+)?\}/g) ?? [];
  expect(left.filter((one) => !["{base_url}", "{timestamp}", "{body}"].includes(one))).toEqual([]);
});
