// What validators of others say of the document.

import type { Document } from "@packages/contract/src/openapi.ts";
import { beforeAll, expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { contract } from "../support/contract.ts";
import { documentFile, installTools, loadTool, readDocument, toolFile } from "./support/tools.ts";

beforeAll(installTools);

interface SwaggerParser {
  validate(document: Document): Promise<Document>;
}

test("swagger-parser validates the document and follows all its references", async () => {
  const parser = await loadTool<SwaggerParser>("@apidevtools/swagger-parser");
  const followed = await parser.validate(await readDocument());
  expect(Object.keys(followed.paths)).toHaveLength(
    new Set(contract.operations.map(({ path }) => path)).size,
  );
  const { Notification } = followed.components?.schemas ?? {};
  expect(Notification?.oneOf).toHaveLength(contract.notifications.length);
  expect(Notification?.oneOf?.every(({ properties }) => properties?.event)).toBe(true);
  // What it leaves would hold itself: nothing does.
  expect(JSON.stringify(followed.paths)).not.toContain('"$ref"');
});

interface RedoclyReport {
  problems: { ruleId: string }[];
}

test("Redocly's linter finds nothing by its strictest rules", async () => {
  const command = [
    toolFile("@redocly/cli/bin/cli.js"),
    "lint",
    documentFile,
    "--extends=recommended-strict",
  ];
  const report = await run(process.execPath, [...command, "--format=json"]);
  expect((JSON.parse(report.slice(report.indexOf("{"))) as RedoclyReport).problems).toEqual([]);
});
