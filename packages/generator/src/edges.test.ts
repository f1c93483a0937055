// Values at the edges, and units: what a generated package or a sample gets wrong by one, or by a thousand.
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Operation } from "@packages/contract/src/model.ts";
import { SampleMaker } from "@packages/contract/src/samples.ts";
import { shapesOf } from "@packages/contract/src/shapes/normalise.ts";
import { expect, test } from "vitest";
import { contract } from "../../../test/support/contract.ts";
import { makeFolder } from "../../../test/support/folder.ts";
import { buildClientModel } from "./client/client-model.ts";
import { printContract } from "./client/print-contract.ts";
import { findDrift, writeFiles } from "./output.ts";
import { makeContractTable } from "./server/contract-table.ts";

test.for<[schema: object, sample: unknown]>([
  [{ type: "integer" }, 0],
  [{ type: "integer", minimum: -1 }, 0],
  [{ type: "integer", minimum: 0 }, 0],
  [{ type: "integer", minimum: 1 }, 1],
  [{ type: "integer", exclusiveMinimum: 0 }, 1],
  [{ type: "integer", exclusiveMinimum: 1 }, 2],
  [{ type: "integer", maximum: 1 }, 0],
  [{ type: "integer", maximum: 0 }, 0],
  [{ type: "integer", maximum: -1 }, -1],
  [{ type: "integer", exclusiveMaximum: 0 }, -1],
  [{ type: "integer", minimum: 7, multipleOf: 5 }, 10],
  [{ type: "number", exclusiveMinimum: 0 }, 0.01],
  [{ type: "string", minLength: 8 }, "namename"],
  [{ type: "string", maxLength: 3 }, "nam"],
  [{ type: "string", maxLength: 4 }, "name"],
  [{ type: "array", items: { type: "integer" } }, [0]],
  [{ type: "array", items: { type: "integer" }, minItems: 2 }, [0, 0]],
  [{ type: "array", items: { type: "integer" }, maxItems: 0 }, []],
])("the sample of %j is %j", ([schema, sample]) => {
  const shape = shapesOf({ schemas: {} }).shapeOf(schema as never);
  expect(new SampleMaker().make(shape, { name: "name" })).toEqual(sample);
});

test("commands are executable, other files are not; what is installed or built is no source", async () => {
  const folder = await makeFolder();
  const files = { "cli.js": "#!/usr/bin/env node\n", "src/a.js": "a" };
  await writeFiles(folder, files, await findDrift(folder, files));
  const modes = await Promise.all(Object.keys(files).map((path) => stat(join(folder, path))));
  expect(modes.map(({ mode }) => (mode & 0o111) > 0)).toEqual([true, false]);
  expect(await readdir(folder)).toEqual(["cli.js", "src"]);
  for (const path of [
    "dist/a.js",
    "src/dist/a.js",
    "node_modules/a/b.js",
    "distant/a.js",
    "src/b.js",
  ]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), "");
  }
  await writeFile(join(folder, "src/a.js"), "b");
  expect([...(await findDrift(folder, { ...files, "new.js": "" }))].sort()).toEqual([
    ["distant/a.js", "stale"],
    ["new.js", "missing"],
    ["src/a.js", "changed"],
    ["src/b.js", "stale"],
  ]);
});

const project = {
  name: "a-contract",
  version: "1.0.0",
  license: "MIT",
  dependencies: { "openapi-fetch": "0.16.0" },
};

/** The printed facts of a contract, without their layout. */
const printFacts = (changed = contract): string =>
  printContract(buildClientModel(project, changed)).replaceAll(/\s+/g, " ").replaceAll("_", "");

test("times are milliseconds: of keys, of tokens, and between logins", () => {
  const issuer = contract.operations.find(({ token }) => token) as Operation &
    Required<Pick<Operation, "token" | "rateLimit">>;
  const keyed = contract.operations.find(({ idempotency }) => idempotency) as Operation &
    Required<Pick<Operation, "idempotency">>;
  const text = printFacts();
  const { limit, window } = issuer.rateLimit;
  expect(text).toContain(`lifetime: ${keyed.idempotency.retention * 1000}`);
  expect(text).toContain(`renewEarly: ${issuer.token.renewEarly * 1000}`);
  expect(text).toContain(`spacing: ${(window / limit) * 1000}`);
  expect(text).toContain(`unit: ${issuer.token.unit === "seconds" ? 1000 : 1}`);
});

test("an error of the service proves nothing, unless it is not implemented; 499 does", () => {
  const statuses = [499, 500, 501, 503];
  const [first] = contract.errors;
  const errors = statuses.map((status) => ({
    ...(first as NonNullable<typeof first>),
    code: `E${status}`,
    status,
    anywhere: true,
    causes: status === 501 ? ["not-implemented"] : [],
  }));
  const text = printFacts({ ...contract, errors: [...contract.errors, ...errors] });
  const [, refusals = ""] =
    /\] ?\}? ?,? refusals: \[([^\]]*)\], token/.exec(text) ??
    /refusals: \[([^\]]*)\], token/.exec(text) ??
    [];
  expect(statuses.filter((status) => refusals.includes(`"${status} E${status}"`))).toEqual([
    499, 501,
  ]);
});

test.for<[title: string, challenge: string]>([
  ["Plain API", 'basic realm="Plain API"'],
  ['An "API"', 'basic realm="An API"'],
  ["A\\B", 'basic realm="AB"'],
  ["Serviço\n", 'basic realm="Servio"'],
  ["", 'basic realm=""'],
])("the realm of %j is a header that ends where it should", ([title, challenge]) => {
  const operations = contract.operations
    .filter(({ token }) => token)
    // Without the challenge that the contract shows.
    .map((one) => ({
      ...one,
      responses: one.responses.map((answer) => ({ ...answer, headers: [] })),
    }));
  const table = makeContractTable({ ...contract, title, operations }, []);
  expect(table.operations[0]).toMatchObject({ security: { challenge } });
});
