// The snippets of the guide to the spec compile at the places that it names.
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { compileSpec } from "@packages/contract/src/compile.ts";
import { buildDocument } from "@packages/contract/src/document/build-document.ts";
import { expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");

test("a field, an error, a status and a notification of the guide are in the document", async () => {
  const guide = await readFile(join(root, "docs/guides/spec-changes.md"), "utf8");
  const snippets = (heading: string): string[] => {
    const section = guide.split(`\n## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
    return [...section.matchAll(/^```typespec\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);
  };
  const [field = ""] = snippets("A field");
  const [error = ""] = snippets("An error");
  const [status = ""] = snippets("A status");
  const [transition = "", member = ""] = status.split("enum TransactionStatus {\n");
  const [event = "", payload = "", variant = ""] = snippets("A notification");

  const folder = await makeFolder(undefined, join(root, "node_modules/.cache"));
  await cp(join(root, "spec"), folder, { recursive: true });
  const insert = async (file: string, after: string, text: string): Promise<void> => {
    const spec = await readFile(join(folder, file), "utf8");
    expect(spec).toContain(after);
    await writeFile(
      join(folder, file),
      spec.replace(after, () => `${after}\n${text}`),
    );
  };
  await insert("models/transactions.tsp", "model ChargeRequest {", field);
  await insert("common/errors.tsp", "namespace PixPayments;", error);
  await insert(
    "transactions.tsp",
    "| JsonResponse<200, ChargeEnvelope, RateLimitHeaders>",
    guideLine(guide),
  );
  await insert("models/transactions.tsp", "/** Status of a charge. */", transition);
  await insert("models/transactions.tsp", "enum TransactionStatus {", member.replace(/\}\s*$/, ""));
  await insert("notifications.tsp", "enum NotificationEvent {", event);
  await insert("notifications.tsp", "using Behaviour;\n\nnamespace PixPayments;", payload);
  await insert("notifications.tsp", "union Notification {", variant);
  const document = buildDocument((await compileSpec(join(folder, "main.tsp"))).document);
  const { ChargeRequest, TransactionStatus } = document.components?.schemas ?? {};
  expect(ChargeRequest?.properties?.orderNumber).toMatchObject({ maxLength: 40 });
  expect(document["x-error-catalogue"]).toContainEqual(
    expect.objectContaining({ code: "DUPLICATE_ORDER" }),
  );
  expect(TransactionStatus?.enum).toContain("expired");
  expect(document.webhooks).toHaveProperty("transaction_expired");
});

/** The response that the guide adds for its error. */
function guideLine(guide: string): string {
  return /`(\| JsonResponse<409[^`]+)`/.exec(guide)?.[1] ?? "";
}
