// Names, headers and examples of documents that the generated code has itself, or that its printers change: both packages
// compile strictly.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { run } from "../packages/support/run.ts";
import { home } from "./support/project.ts";
import { buildPackages } from "./support/server-package.ts";

/** What modules of the client import and export; a document may have schemas of these names. */
async function listNames(): Promise<string[]> {
  const modules = ["client", "contract", "standard-schema", "tanstack-query", "testing", "types"];
  const names = modules.map(async (name) => {
    const source = await readFile(join(home, `generated/client/src/${name}.ts`), "utf8");
    const imports = [...source.matchAll(/^import (?:type )?\{([^}]*)\}/gm)];
    const imported = imports.flatMap(([, list = ""]) => list.split(/,|\bas\b|\btype\b/));
    const exported = [...source.matchAll(/^export (?:const|function|interface|type) (\w+)/gm)];
    return [...imported, ...exported.map(([, one = ""]) => one)].map((one) => one.trim());
  });
  return [...new Set((await Promise.all(names)).flat())].filter(Boolean).sort();
}

test("schemas may have the names that the code has, headers those that the server sets, and bodies may be null", async () => {
  const names = [...(await listNames()), "makeBody", "makeMutation", "lookQuery"];
  expect(names.length).toBeGreaterThan(50);
  const json = (schema: string) => `content: {application/json: {schema: {${schema}}}}`;
  const refer = (name: string) => json(`$ref: '#/components/schemas/${name}'`);
  const made =
    "headers: {X-Request-ID: {required: true, schema: {type: string, format: uuid}}, Date: {required: true, schema: {type: string}}, Tag: {required: true, schema: {type: string}}}";
  const paths = names.map(
    (name, index) =>
      `  /${index}: {post: {operationId: post${index}, requestBody: {required: true, ${refer(name)}}, responses: {'200': {description: '', ${refer(name)}}}}}`,
  );
  const schemas = names.map(
    (name) => `    ${name}: {type: object, required: [at], properties: {at: {type: integer}}}`,
  );
  const { folder } = await buildPackages(
    "shelf",
    `openapi: 3.0.3
info: {title: Shelf, version: '1'}
paths:
${paths.join("\n")}
  /made: {post: {operationId: make, requestBody: {required: true, ${refer("makeBody")}}, responses: {'200': {description: '', ${made}, ${refer("makeMutation")}}}}}
  /again: {post: {operationId: 'make#again', requestBody: {required: true, ${refer("makeBody")}}, responses: {'200': {description: '', ${refer("makeBody")}}}}}
  /review: {post: {operationId: review, requestBody: {${json("type: object, nullable: true, properties: {kind: {type: string, default: a}, notes: {type: array, items: {type: object, required: [body], properties: {body: {type: string}}}}}")}}, responses: {'204': {description: ''}}}}
  /looked: {get: {operationId: look, responses: {'200': {description: '', ${refer("lookQuery")}}}}}
  /sent: {post: {operationId: send, responses: {'200': {description: '', content: {application/json: {schema: {type: object, properties: {message: {type: object}}}, example: {message: {text: Sent}}}}}}}}
components:
  schemas:
${schemas.join("\n")}
`,
  );
  await writeFile(
    join(folder, "generated/use.mts"),
    `import { makeBody_ } from "./client/src/standard-schema.ts";
import { lookQuery_, makeMutation_ } from "./client/src/tanstack-query.ts";
import type { Handlers } from "./server/src/handlers.ts";
export const used = [makeBody_, lookQuery_, makeMutation_];
export const handlers: Partial<Handlers<unknown>> = {
  review: ({ body, reply }) => {
    if (body?.kind.toUpperCase() !== "A") throw new Error();
    return reply.send(204);
  },
  make: ({ reply }) => reply.send(200, { at: 1 }, { Tag: "t" }),
};
`,
  );
  const settings = {
    extends: join(home, "generated/server/tsconfig.json"),
    compilerOptions: { noEmit: true },
    include: ["generated/use.mts", "generated/client/src/*.ts", "generated/server/src/*.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(settings));
  const tsc = join(home, "node_modules/typescript/bin/tsc");
  expect(await run(process.execPath, [tsc, "-p", folder])).toBe("");
});
