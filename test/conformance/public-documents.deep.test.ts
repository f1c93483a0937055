// The suite on the generated servers of other people's documents, whose handlers answer with values of the schemas.
import { readFile } from "node:fs/promises";
import { readContract } from "@packages/contract/src/read-contract.ts";
import { SampleMaker } from "@packages/contract/src/samples.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { readSpec } from "@packages/contract/src/source/read-spec.ts";
import { listSuccesses } from "@packages/contract/src/successes.ts";
import { expect, onTestFinished, test } from "vitest";
import { flatten } from "../../packages/conformance/src/findings.ts";
import { pix } from "../../packages/conformance/src/pix/suite.ts";
import type { Report } from "../../packages/conformance/src/report.ts";
import { runCommandLine } from "../../packages/conformance/src/run-command-line.ts";
import { buildPackages, type Package } from "../generator/support/server-package.ts";
import { documentsFolder, findDocument, listDocuments } from "../specs/documents.ts";

const sampleKey = "key-of-the-sample";

/** Documents, and the checks that their generated servers break: a handler cannot add what their errors require. */
const brokenChecks: Readonly<Record<string, readonly string[]>> = {
  "petstore.yaml": [],
  "realworld.yaml": ["body-schema"],
  "openbanking-uk-vrp.yaml": [],
};
const triedDocuments = (await listDocuments()).filter(({ file }) => file in brokenChecks);

/** Starts the generated server of a document. */
async function startSamples(file: string): Promise<string> {
  const options = { skipUnsupported: true };
  const { load } = await buildPackages(
    "sample",
    await readFile(file, "utf8"),
    onTestFinished,
    options,
  );
  const contract = readContract((await readSpec(file, options)).document);
  const samples = new SampleMaker();
  const { shapeOf } = shapesOf(contract);
  const handlers = contract.operations.map((operation) => {
    const [{ status = 200, schema, headers = [] } = {}] = listSuccesses(operation);
    const make = (one: Parameters<typeof shapeOf>[0]) =>
      samples.make(shapeOf(one), { name: "text" });
    const body = schema && make(schema);
    const required = headers.filter((one) => one.required);
    const own = Object.fromEntries(required.map((one) => [one.name, String(make(one.schema))]));
    return [operation.id, ({ reply }: Package) => reply.send(status, body, own)];
  });
  const authenticate = (given: string | { password: string }) =>
    (typeof given === "string" ? given : given.password) === sampleKey
      ? { caller: {}, callerId: "anna" }
      : null;
  const names = contract.operations.flatMap(({ security }) => security.flat());
  const { createSampleServer } = await load("server/src/index.ts");
  const server: Package = await createSampleServer({
    handlers: Object.fromEntries(handlers),
    authenticators: Object.fromEntries(names.map((name) => [name, authenticate])),
    logger: false,
  });
  onTestFinished(() => server.close());
  return server.listen({ port: 0, host: "127.0.0.1" });
}

/** Checks that a server without state breaks. */
const ofState = ["lookup", "list", "unique-ids", "unknown-object", "deletion", "echo", "isolation"];

test.for(triedDocuments)("$name $version", async (document, { skip }) => {
  const file = findDocument(document);
  if (file === undefined) return skip(`${document.file} is not in ${documentsFolder}`);
  const printed = { out: "", err: "" };
  const args = ["--contract", file, "--api-key", "anna", "--api-secret", sampleKey, "--seed", "1"];
  const code = await runCommandLine(
    pix,
    [await startSamples(file), ...args, "--cases", "5", "--format", "json"],
    {
      out: (chunk) => {
        printed.out += chunk;
      },
      err: (chunk) => {
        printed.err += chunk;
      },
    },
  );
  const { findings, grade } = JSON.parse(printed.out) as Report;
  expect(printed.err).toMatch(
    /\d+ operations, tested by their schemas, statuses and credentials\./,
  );
  const checks = flatten(findings).map(({ check }) => check);
  const others = checks.filter((check) => !ofState.includes(check));
  expect([...new Set(others)]).toEqual(brokenChecks[document.file]);
  expect(code).toBe(findings.length > 0 ? 1 : 0);
  expect(grade.passed).toBeGreaterThan(10);
});
