// The generator and the runtimes work for any contract: nothing in them may be about the one that is used here.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "@packages/contract/src/model.ts";
import type { Schema } from "@packages/contract/src/openapi.ts";
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";

const root = join(import.meta.dirname, "../..");
const rooms = [
  "scripts",
  "packages/{behaviour,contract,generator,review,conformance,client,server,mock,openapi}",
];

/** Words of the project's own world, wherever in a word they stand. */
const words = [
  "pix",
  "cpf",
  "cnpj",
  "centavo",
  "brcode",
  "br code",
  "qr",
  "emv",
  "brazil",
  "brl",
  "charge",
  "transfer",
  "transaction",
  "payer",
  "payment",
  "postback",
  "refund",
  "endtoend",
  "webhook",
];

/** Where such a word stands for something that any contract may have. */
const generic: { word: RegExp; in: RegExp; why: string }[] = [
  { word: /\bwebhooks\b/g, in: /./, why: "what OpenAPI calls the notifications of a document" },
  { word: /"@pix-contract\/review"/g, in: /^packages\/openapi\//, why: "the name of a package" },
  {
    word: /"@pix-contract\/generator\/package\.json"/g,
    in: /^packages\/generator\//,
    why: "the package's own name",
  },
  {
    word: /pix-contract\/(pix-contract|review)/g,
    in: /^packages\/review\//,
    why: "the name of the project",
  },
  {
    word: /"client-transfers"/g,
    in: /^scripts\/claims\.ts$/,
    why: "the name of a guide",
  },
  {
    word: /PIX_BASE_URL/g,
    in: /^scripts\/start\.ts/,
    why: "a variable of the environment in a printed command",
  },
  {
    word: /@pix-contract(?:\\)?\/behaviour/g,
    in: /^packages\/contract\//,
    why: "the name of a package",
  },
  { word: /standard[- ]webhooks/gi, in: /./, why: "the name of a standard" },
  {
    word: /WEBHOOK_SECRET/g,
    in: /^packages\/(generator\/src\/)?client\//,
    why: "a variable of the environment in a sample",
  },
  {
    word: /charge|payment/g,
    in: /^scripts\/start\.ts/,
    why: "the sandbox's commands that the terminal suggests",
  },
  { word: /transfer-encoding/gi, in: /^packages\/(server|contract)\//, why: "a header of HTTP" },
  { word: /semver/g, in: /^packages\/review\//, why: "how versions count" },
  {
    word: /pix/gi,
    in: /^packages\/conformance\/src\/(cli|index)\.ts/,
    why: "where the built-in contract is loaded",
  },
  {
    word: /transaction/gi,
    in: /^packages\/(generator\/src\/)?server\//,
    why: "that of a database",
  },
];

/** Names of the contract that any contract may have: words of HTTP and of programming. */
const common = new Set([
  "Retry-After",
  "WWW-Authenticate",
  "createdAt",
  "updatedAt",
  "expiresAt",
  "expiresIn",
  "retryAfter",
  "webhooks",
  // What the generator itself calls the schemas of errors.
  "ErrorBody",
  "ErrorCode",
  // What the server answers with where a contract has no error for what happened.
  "INTERNAL_ERROR",
  "METHOD_NOT_ALLOWED",
  "NOT_FOUND",
  "PAYLOAD_TOO_LARGE",
  "RATE_LIMIT_EXCEEDED",
  "MALFORMED_REQUEST",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "NOT_IMPLEMENTED",
  "malformed-request",
  "not-found",
  "request-timeout",
  "headers-too-large",
  "not-implemented",
  "UNSUPPORTED_MEDIA_TYPE",
  "VALIDATION_ERROR",
  "MISSING_IDEMPOTENCY_KEY",
  "DUPLICATE_IDEMPOTENCY_KEY",
  // A refusal in a sample of the server's own.
  "TOKEN_EXPIRED",
]);

const files = rooms
  .flatMap((room) =>
    globSync(`${room}/**/*.ts`, { cwd: root, exclude: (name) => name === "node_modules" }),
  )
  .map((path) => path.replaceAll("\\", "/"))
  // The tests' own contracts are of other worlds by themselves, and the suite has a profile of this one.
  .filter(
    (path) =>
      !/(^|\/)(test|dist|conformance\/src\/pix)\/|\.test\.ts$|\/tiny-[\w-]+\.ts$/.test(path),
  )
  .map((path): [path: string, text: string] => [path, readFileSync(join(root, path), "utf8")]);

/** The text of a file without what is generic in it. */
function specific(path: string, text: string): string {
  return generic.reduce(
    (left, { word, in: places }) => (places.test(path) ? left.replace(word, "") : left),
    text,
  );
}

/** Names of more than one word, which are not used by accident. */
function namesOf({
  operations,
  schemas,
  errors,
  notifications,
  groups,
  securitySchemes,
}: Contract): string[] {
  const fields = Object.values(schemas).flatMap(fieldsOf);
  const names = [
    ...operations.flatMap(({ id, path, parameters, responses }) => [
      id,
      path,
      ...parameters.map(({ name }) => name),
      ...responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
    ]),
    ...fields,
    ...Object.keys(schemas),
    ...Object.keys(securitySchemes),
    ...errors.flatMap(({ code, example }) => [code, example]),
    ...notifications.map(({ event }) => event),
    ...groups.map(({ name }) => name),
  ];
  return [...new Set(names)].filter((name) => /[a-z][A-Z]|[_/-]/.test(name) && !common.has(name));
}

function fieldsOf(schema: Schema): string[] {
  const inner = [schema.items, ...(schema.anyOf ?? []), ...Object.values(schema.properties ?? {})];
  return [
    ...Object.keys(schema.properties ?? {}),
    ...inner.flatMap((part) => (part ? fieldsOf(part) : [])),
  ];
}

test("there is something to look at", () => {
  expect(files.map(([path]) => path)).toEqual(
    expect.arrayContaining([
      "packages/generator/src/pipeline.ts",
      "packages/contract/src/compile.ts",
      "packages/mock/src/start-mock.ts",
    ]),
  );
  expect(namesOf(contract)).toEqual(
    expect.arrayContaining(["createTransfer", "postbackUrl", "amountInCents"]),
  );
});

test("generator and runtimes have no word of the contract's world", () => {
  const found = files.flatMap(([path, text]) => {
    const left = specific(path, text).toLowerCase();
    return words.filter((word) => left.includes(word)).map((word) => `${path}: ${word}`);
  });
  expect(found).toEqual([]);
});

test("generator and runtimes have no name of the contract", () => {
  const names = namesOf(contract).map((name): [string, RegExp] => {
    return [name, new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w]/g, "\\$&")}(?![\\w-])`)];
  });
  const found = files.flatMap(([path, text]) => {
    const left = specific(path, text);
    return names.filter(([, whole]) => whole.test(left)).map(([name]) => `${path}: ${name}`);
  });
  expect(found).toEqual([]);
});
