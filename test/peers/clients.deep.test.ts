// Clients that people of other languages generate: each compiles, and calls the sandbox and a service with a newer status.
import { cp, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import type { Document } from "@packages/contract/src/openapi.ts";
import { listParts } from "@packages/contract/src/parts.ts";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { listen } from "../support/listen.ts";
import { isMissing, runStep } from "./support/run-peer.ts";
import { documentFile, startSandbox } from "./support/sandbox.ts";

const programs = join(import.meta.dirname, "clients");
const timeout = 1_200_000;

/** The variables of the programs: where sandbox and newer service are. */
async function startServices(): Promise<Record<string, string>> {
  const { url, apiKey, apiSecret } = await startSandbox();
  const newer = await listen((_, response) => {
    response.setHeader("content-type", "application/json");
    const data = { id: "trf_1", status: "banking_error", amount: 1_000 };
    response.end(JSON.stringify({ success: true, message: "Transfer found.", data }));
  });
  onTestFinished(() => newer.close());
  return { BASE_URL: url, API_KEY: apiKey, API_SECRET: apiSecret, NEWER_URL: newer.url };
}

async function readDocument(): Promise<Document> {
  return JSON.parse(await readFile(documentFile, "utf8")) as Document;
}

/** What every program prints: a charge, one transfer for two requests with one key, and the status. */
function expectCalls(output: string, status: string): void {
  const lines = output.trim().split("\n");
  expect(lines[0]).toBe("charge pending");
  expect(lines[1]).toMatch(/^transfer trf_\w+$/);
  expect(lines.slice(2)).toEqual([lines[1], `status ${status}`]);
}

test("Go: oapi-codegen", { timeout }, async (context) => {
  if (isMissing("go", "version")) context.skip("go is not installed");
  const folder = await makeFolder();
  const generator = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";
  const inFolder = { cwd: folder };
  const flags = ["-generate", "types,client", "-package", "main", "-o", "pix.go"];
  await runStep("go", ["run", generator, ...flags, documentFile], inFolder);
  await cp(join(programs, "main.go"), join(folder, "main.go"));
  await runStep("go", ["mod", "init", "example.com/pix"], inFolder);
  await runStep("go", ["mod", "tidy"], inFolder);
  const env = await startServices();
  await runStep("go", ["build", "-o", "main", "."], inFolder);
  expectCalls(await runStep(join(folder, "main"), [], { env }), "banking_error");
});

test("Python: openapi-python-client", { timeout }, async (context) => {
  if (isMissing("python3", "--version")) context.skip("python3 is not installed");
  const folder = await makeFolder();
  const python = join(folder, "python/bin");
  await runStep("python3", ["-m", "venv", join(folder, "python")]);
  await runStep(join(python, "pip"), ["install", "--quiet", "openapi-python-client==0.29.1"]);
  // Its enumerations refuse other values: lists that may grow become strings, as the guide shows.
  const document = await readDocument();
  for (const { part } of listParts(document)) if (part["x-open-set"]) delete part.enum;
  const open = join(folder, "openapi.json");
  await writeFile(open, JSON.stringify(document));
  const flags = ["--path", open, "--output-path", join(folder, "pix"), "--meta", "none"];
  await runStep(join(python, "openapi-python-client"), ["generate", ...flags]);
  await cp(join(programs, "main.py"), join(folder, "main.py"));
  const env = await startServices();
  const output = await runStep(join(python, "python"), ["main.py"], { cwd: folder, env });
  expectCalls(output, "banking_error");
});

test("Java: OpenAPI Generator", { timeout }, async (context) => {
  if (isMissing("mvn", "--version")) context.skip("Maven is not installed");
  const folder = await makeFolder();
  const inFolder = { cwd: folder };
  const version = "7.18.0";
  const artifact = `-Dartifact=org.openapitools:openapi-generator-cli:${version}`;
  await runStep("mvn", ["-q", "-B", "dependency:copy", artifact, "-DoutputDirectory=."], inFolder);
  // It prints `= ;` for a default beside `anyOf`.
  const document = await readDocument();
  for (const { part, kind } of listParts(document))
    if (kind === "words" && Array.isArray(part.anyOf)) delete part.default;
  await writeFile(join(folder, "openapi.json"), JSON.stringify(document));
  const mappings = {
    // Alternatives among which are lists or maps make classes that do not compile; those of a key are all strings.
    ErrorBody_error_details: "Object",
    TransferPix_creditorAccount: "Object",
    CompletedTransferPix_creditorAccount: "Object",
    PixKey: "String",
  };
  const properties = {
    // A value that is not listed becomes this one; by default it is an exception.
    enumUnknownDefaultCase: "true",
    openApiNullable: "false",
    invokerPackage: "pix",
    apiPackage: "pix.api",
    modelPackage: "pix.model",
  };
  const list = (pairs: Record<string, string>): string =>
    Object.entries(pairs)
      .map((pair) => pair.join("="))
      .join(",");
  await runStep(
    "java",
    [
      "-jar",
      `openapi-generator-cli-${version}.jar`,
      "generate",
      "--input-spec=openapi.json",
      "--generator-name=java",
      "--library=native",
      "--output=client",
      `--schema-mappings=${list(mappings)}`,
      `--additional-properties=${list(properties)}`,
      "--global-property=models,apis,supportingFiles,modelDocs=false,apiDocs=false,modelTests=false,apiTests=false",
    ],
    inFolder,
  );
  const client = join(folder, "client");
  await cp(join(programs, "Main.java"), join(client, "src/main/java/Main.java"));
  const classpath = join(client, "classpath.txt");
  const goals = ["compile", "dependency:build-classpath", `-Dmdep.outputFile=${classpath}`];
  await runStep("mvn", ["-q", "-B", "-DskipTests", ...goals], { cwd: client });
  const env = await startServices();
  const classes = [join(client, "target/classes"), await readFile(classpath, "utf8")];
  const output = await runStep("java", ["-cp", classes.join(delimiter), "Main"], { env });
  expectCalls(output, "unknown_default_open_api");
});
