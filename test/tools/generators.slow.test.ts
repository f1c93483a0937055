// What generators of others make of the document: names, counts, and whether it compiles.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { contract } from "../support/contract.ts";
import { makeFolder } from "../support/folder.ts";
import { type Language, languages, makeReceiver, makeTypes } from "./support/quicktype.ts";
import { documentFile, guideRow, installTools, toolFile } from "./support/tools.ts";

const home = join(import.meta.dirname, "../..");
const schemas = Object.keys(contract.schemas);
const folder = await makeFolder(afterAll);

beforeAll(async () => {
  await installTools();
});

/** Compiles what was made, strictly, against nothing but the platform. */
async function compile(name: string): Promise<void> {
  const options = {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: false,
  };
  const compilerOptions = {
    ...options,
    lib: ["es2022", "dom", "dom.iterable"],
    types: [],
    noEmit: true,
  };
  await writeFile(
    join(folder, name, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["."] }),
  );
  await run(process.execPath, [
    join(home, "node_modules/typescript/bin/tsc"),
    "-p",
    join(folder, name),
  ]);
}

/** What the guide says that comments of generated code hold. */
const inComments = ["100 requests in 1 minute", "Assumed", "Values may be added later"];

const oneOfEach = ["ErrorBody", "ErrorCode", "Notification", "Transaction", "Transfer"];

test("@hey-api/openapi-ts makes one type of each component, a function of each operation, and compiles", async () => {
  const output = join(folder, "hey-api");
  const command = [toolFile("@hey-api/openapi-ts/bin/run.js"), "-i", documentFile, "-o", output];
  await run(process.execPath, [...command, "-c", "@hey-api/client-fetch", "--silent"]);
  const types = await readFile(join(output, "types.gen.ts"), "utf8");
  const names = [...types.matchAll(/^export type (\w+)/gm)].map(([, name]) => name ?? "");
  expect(names).toEqual(expect.arrayContaining(schemas));
  expect(names.filter((name) => /^Error/.test(name))).toEqual(["ErrorBody", "ErrorCode"]);
  expect(await guideRow("@hey-api/openapi-ts")).toContain(`| ${names.length} types and`);
  const functions = await readFile(join(output, "sdk.gen.ts"), "utf8");
  const made = [...functions.matchAll(/^export const (\w+) =/gm)].map(([, name]) => name);
  expect(made.sort()).toEqual(contract.operations.map(({ id }) => id).sort());
  for (const words of inComments) expect.soft(types + functions).toContain(words);
  await writeFile(join(output, "use.ts"), narrowing);
  await compile("hey-api");
});

/** TypeScript knows an error by its code and a notification by its event. */
const narrowing = `import type { CreateChargeErrors, ErrorBody, IssueTokenErrors, Notification } from "./types.gen";

export function pay(body: ErrorBody): boolean {
  // @ts-expect-error there is no such code
  if (body.error.code === "NO_SUCH_CODE") return false;
  return body.error.code === "INSUFFICIENT_BALANCE";
}

export function login(body: IssueTokenErrors[400]): boolean {
  // @ts-expect-error a login has no amount
  if (body.error.code === "AMOUNT_TOO_LOW") return false;
  return body.error.code === "MALFORMED_CREDENTIALS";
}

export function wait(body: CreateChargeErrors[429]): number {
  const { limit, window, retryAfter } = body.error.details;
  return limit + window + retryAfter;
}

export function payer(notification: Notification): string | undefined {
  return notification.event === "transaction_paid" ? notification.transaction.pix.payerInfo.name : undefined;
}
`;

test("orval makes one type of each component, a function of each operation, and compiles", async () => {
  const target = join(folder, "orval/client.ts");
  const config = { pix: { input: documentFile, output: { target, client: "fetch" } } };
  const file = join(folder, "orval.config.mjs");
  await writeFile(file, `export default ${JSON.stringify(config)};\n`);
  await run(process.execPath, [toolFile("orval/dist/bin/orval.mjs"), "--config", file]);
  const code = await readFile(target, "utf8");
  const names = new Set(
    [...code.matchAll(/^export (?:type|interface|const) (\w+)/gm)].map(([, name]) => name),
  );
  const types = new Set(
    [...code.matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name),
  );
  expect(await guideRow("orval")).toContain(`| ${types.size} types and`);
  for (const name of oneOfEach) expect.soft(names).toContain(name);
  expect([...names].filter((name) => /^Error/.test(name ?? "")).sort()).toEqual([
    "ErrorBody",
    "ErrorBodyError",
    "ErrorBodyErrorDetails",
    "ErrorCode",
  ]);
  for (const { id } of contract.operations) expect.soft(names).toContain(id);
  for (const words of inComments) expect.soft(code).toContain(words);
  expect(await readdir(join(folder, "orval"))).toEqual(["client.ts"]);
  await compile("orval");
});

describe.each(Object.keys(languages) as Language[])("quicktype for %s", (language) => {
  test("makes one error type, one list of codes and one notification, as the guide counts", async () => {
    const code = await makeTypes(language);
    const names = languages[language].names(code);
    for (const name of oneOfEach) expect.soft(names, name).toContain(name);
    expect(names.filter((name) => /Error/.test(name)).sort()).toEqual([
      "Error",
      "ErrorBody",
      "ErrorCode",
    ]);
    const known = plain(code);
    for (const words of ["Assumed", "Values may be added later"])
      expect.soft(code).toContain(words);
    for (const error of contract.errors) expect.soft(known).toContain(plain(error.code));
    // Every object of the contract, and what the language has no anonymous form for.
    const objects = Object.entries(contract.schemas).filter(([, { properties }]) => properties);
    for (const [name] of objects) expect.soft(names.map(plain), name).toContain(plain(name));
    expect(names.length).toBeLessThan(schemas.length * 2);
    expect(await guideRow("quicktype-core")).toMatch(
      new RegExp(`${names.length}(?: types)? in ${language}[,:]`),
    );
  });
});

describe.each(Object.keys(languages) as Language[])(
  "a receiver that quicktype makes of schemas/Notification.json for %s",
  (language) => {
    test("has no closed list of events, statuses and scopes", async () => {
      const code = await makeReceiver(language);
      for (const value of ["transaction_paid", "postback", "queued"])
        expect.soft(code).not.toContain(`"${value}"`);
    });
  },
);

/** A name without its language's way of writing it. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll("_", "");
}
