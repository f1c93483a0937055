// Documents of several files, and Swagger 2.0: files and commits are read as the generator reads them.
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { load } from "../../packages/review/src/load/load.ts";
import { makeReport } from "../../packages/review/src/make-report.ts";
import { run } from "../packages/support/run.ts";
import { makeFolder } from "../support/folder.ts";

const home = await makeFolder(afterAll);
const document = "api/openapi.yaml";

const main = `openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    $ref: ./paths/pets.yaml
  /pets/{id}:
    get:
      operationId: readPet
      parameters: [{ $ref: ./paths/pets.yaml#/x-id }]
      responses:
        "200":
          description: A pet.
          content: { application/json: { schema: { $ref: ../schemas/pet.yaml } } }
`;
const paths = `get:
  operationId: listPets
  responses:
    "200":
      description: Pets.
      content:
        application/json:
          schema: { type: array, items: { $ref: "../../schemas/pet.yaml" } }
x-id:
  name: id
  in: path
  required: true
  schema: { type: string, maxLength: 9 }
`;
const pet = `type: object
required: [id]
properties:
  id: { type: string }
  name: { type: string }
  parent: { $ref: "#" }
  owner:
    $ref: people.yaml#/Owner
`;
const people = `Owner:
  type: object
  properties:
    phone: { type: string }
    mail: { type: string }
`;

/** Files by their paths, with one of them changed. */
function edited(file: string, before: string, after: string): Record<string, string> {
  const files: Record<string, string> = {
    [document]: main,
    "api/paths/pets.yaml": paths,
    "schemas/pet.yaml": pet,
    "schemas/people.yaml": people,
  };
  expect(files[file]).toContain(before);
  return { ...files, [file]: files[file]?.replace(before, after) ?? "" };
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

/** The findings between two files or commits, as `kind place operations`. */
async function compare(root: string, base: string, head: string): Promise<string[]> {
  const layout = { root, spec: "spec/main.tsp", document };
  const files = { ...layout, decisions: "none", consumers: "none" };
  const report = await makeReport(
    await load(base, "base", layout),
    await load(head, "head", layout),
    files,
    { isWorkingTree: false, seen: undefined },
  );
  return report.changes.map(
    ({ kind, where: { file, line, operations } }) =>
      `${kind} ${file?.replace(`${root}/`, "")}:${line} ${operations.join(" ")}`,
  );
}

const edits: [title: string, files: Record<string, string>, found: string[]][] = [
  [
    "a field of a schema in another file",
    edited("schemas/pet.yaml", "  name: { type: string }\n", ""),
    ["field-removed BASE/schemas/pet.yaml:5 listPets readPet"],
  ],
  [
    "a field of a schema that a file of schemas refers to",
    edited("schemas/people.yaml", "phone: { type: string }", "phone: { type: integer }"),
    ["type-changed HEAD/schemas/people.yaml:4 listPets readPet"],
  ],
  [
    "a parameter in another file",
    edited("api/paths/pets.yaml", "maxLength: 9", "maxLength: 5"),
    ["bound-tightened HEAD/api/paths/pets.yaml:13 readPet"],
  ],
  ["nothing", edited("schemas/pet.yaml", "id: { type: string }", 'id: { type: "string" }'), []],
];
const unchanged = edited(document, "openapi", "openapi");

test.for(edits)("%s, between two files", async ([title, files, found]) => {
  const root = join(home, title);
  const base = await write(join(root, "BASE"), unchanged);
  const head = await write(join(root, "HEAD"), files);
  expect(await compare(root, join(base, document), join(head, document))).toEqual(found);
});

test.for(edits)("%s, between two commits", async ([title, files, found]) => {
  const root = join(home, `commits of ${title}`);
  await write(root, unchanged);
  const git = (...args: string[]): Promise<string> =>
    run("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], root);
  await git("init", "--quiet");
  await git("add", ".");
  await git("commit", "--quiet", "-m", "The contract");
  await git("tag", "BASE");
  await write(root, files);
  await git("commit", "--quiet", "-am", "An edit");
  await git("tag", "HEAD2");
  const inCommits = found.map((line) => line.replace("BASE/", "BASE:").replace("HEAD/", "HEAD2:"));
  expect(await compare(root, "BASE", "HEAD2")).toEqual(inCommits);
});

test("Swagger 2.0 is converted, and its findings stand at their lines", async () => {
  const swagger = (most: number): string => `swagger: "2.0"
info: { title: Pets, version: "1" }
paths:
  /pets:
    post:
      operationId: addPet
      parameters: [{ name: body, in: body, required: true, schema: { $ref: "#/definitions/Pet" } }]
      responses: { "200": { description: Added. } }
definitions:
  Pet:
    type: object
    properties:
      name: { type: string, maxLength: ${most} }
`;
  const root = await write(join(home, "swagger"), { "a.yaml": swagger(9), "b.yaml": swagger(5) });
  expect(await compare(root, join(root, "a.yaml"), join(root, "b.yaml"))).toEqual([
    "bound-tightened b.yaml:13 addPet",
  ]);
});
