// Edits of this project's spec as pull requests make them: one edit is one finding, at the line that was edited.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { compareContracts } from "../../packages/review/src/compare-contracts.ts";
import { makeFolder } from "../support/folder.ts";
import { specEdits } from "./cases/spec-edits.ts";
import { EditedSpec } from "./judge.ts";

const folder = realpathSync(await makeFolder(afterAll));
const spec = new EditedSpec(join(import.meta.dirname, "../.."), join(folder, "project"));
const decisions = { severities: {}, accepted: [], noticeMonths: 12 };

test("statements that move with a renamed operation or model are a line each", async () => {
  const file = "spec/transfers.tsp";
  const text = spec.textOf(file);
  const models = "spec/models/transfers.tsp";
  const head = await spec.edited({
    [file]: text
      .replace('@operationId("getTransfer")', '@operationId("findTransfer")')
      .replaceAll("Envelope<TransferSummary>", "Envelope<TransferView>"),
    [models]: spec.textOf(models).replaceAll("TransferSummary", "TransferView"),
  });
  if (typeof head === "string") throw new Error(head);
  const { basis, changes } = await compareContracts(await spec.base(), head, { decisions });
  expect(changes.map(({ kind }) => kind)).toEqual(["operation-id-changed"]);
  expect(basis).toMatchObject({ added: [], removed: [] });
  expect(basis.renamed.map(({ from, to }) => `${from} → ${to}`)).toEqual([
    "getTransfer → findTransfer",
    "TransferSummary → TransferView",
  ]);
});

test.for(specEdits)("$title", async ({ edits, findings }) => {
  const texts: Record<string, string> = {};
  for (const [file, from, to] of edits) {
    const text = texts[file] ?? spec.textOf(file);
    expect(text, `${file} no longer has the text`).toContain(from);
    texts[file] = text.replaceAll(from, to);
  }
  const head = await spec.edited(texts);
  if (typeof head === "string") throw new Error(head);
  const { changes } = await compareContracts(await spec.base(), head, { decisions });
  const found = changes.map(({ severity, kind, where }) => {
    const { file = "", line = 0 } = where;
    const text = (where.in === "head" && texts[file]) || spec.textOf(file);
    return `${severity} ${kind}: ${text.split("\n")[line - 1]?.trim()}`;
  });
  expect(found).toEqual(findings);
  expect(JSON.stringify(changes)).not.toMatch(/undefined|unknown location/);
});
