// A figure of the contract is written once: what changes it changes every sentence that names it.
import { fileURLToPath } from "node:url";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import type { Document } from "@packages/contract/src/openapi.ts";
import { listParts } from "@packages/contract/src/parts.ts";
import { expect, test } from "vitest";

const { document: emitted } = await compileSpec(
  fileURLToPath(new URL("../../spec/main.tsp", import.meta.url)),
);

/** Every text of a document, but for its examples. */
function textsOf(document: Document): string {
  const { "x-version-policy": _, ...others } = document;
  return listParts(others)
    .flatMap(({ part }) => Object.entries(part))
    .flatMap(([key, value]) => (typeof value === "string" && key !== "pattern" ? [value] : []))
    .join("\n");
}

const schemas = ["components", "schemas"];
const expiry = ["TransactionStatus", "x-lifecycle", "transitions", "2", "after"];
const maxWebhooks = ["WebhookLimitExceeded", "x-error", "details", "limit"];

test.for<[is: string, was: (figure: number) => string, path: string[], figure: number]>([
  [
    "at most 64 characters",
    (n) => `at most ${n} characters`,
    [...schemas, "EmailKey", "maxLength"],
    64,
  ],
  [
    "failed for 7 days",
    (n) => `${n / 86_400} days`,
    ["x-notification-delivery", "disabledAfter"],
    604_800,
  ],
  ["larger than 1 MiB", (n) => `${n / 1024} KiB`, ["x-body-limit"], 2 ** 20],
  ["expires after 1 hour", (n) => `expires after ${n / 3600} hours`, [...schemas, ...expiry], 3600],
  ["limit of webhook registrations: 20", (n) => `at most ${n} `, [...schemas, ...maxWebhooks], 20],
])("%s", ([is, was, path, figure]) => {
  const copy = structuredClone(emitted);
  const holder = path.slice(0, -1).reduce<object>((part, key) => Reflect.get(part, key), copy);
  const before = was(Reflect.get(holder, path.at(-1) ?? ""));
  expect(textsOf(buildDocument(copy))).toContain(before);
  Reflect.set(holder, path.at(-1) ?? "", figure);
  const changed = textsOf(buildDocument(copy));
  expect(changed).not.toContain(before);
  expect(changed).toContain(is);
});

test("no placeholder is left", () => {
  const { "x-notification-signature": _, ...document } = buildDocument(emitted);
  const left = textsOf(document as Document).match(/\{[A-Za-z][\w.-]*(?::\w+)?\}/g) ?? [];
  expect(left.filter((one) => !["{base_url}", "{timestamp}", "{body}"].includes(one))).toEqual([]);
});
