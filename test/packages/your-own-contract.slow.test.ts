// The generator as an outsider has it: tarballs in an empty folder, the commands and programs of the guide, and contracts
// that are not the project's.
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Running, readPrograms, start } from "../docs/support/programs.ts";
import { findPort } from "../support/find-port.ts";
import { makeFolder } from "../support/folder.ts";
import { packed } from "../support/shared.ts";
import { run } from "./support/run.ts";

const root = join(import.meta.dirname, "../..");
const contracts = join(root, "test/fixtures/contracts");
const guide = "docs/guides/your-own-contract.md";
const command = "node_modules/.bin/contract-generator";
/** A public API: the extended pet store of the OpenAPI Initiative, Apache-2.0, as a package of examples has it. */
const publicDocument = {
  package: "@readme/oas-examples@8.2.2",
  file: "3.0/json/petstore-expanded.json",
};

const folder = await makeFolder(afterAll);
const running = new Set<Running>();
const ports = { server: 0, mock: 0 };

/** The commands of a section of the guide, each in one line. */
async function commandsOf(heading: string): Promise<string[]> {
  const section =
    (await readFile(join(root, guide), "utf8")).split(`## ${heading}\n`)[1]?.split("\n## ")[0] ??
    "";
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = ""]) =>
    text.trim(),
  );
  return blocks.flatMap((block) => block.replaceAll(/\\\n +/g, "").split("\n"));
}

/** Runs a command line in the folder, with the addresses that the guide names replaced: those may be in use here. */
function shell(line: string): Promise<string> {
  return run("sh", ["-c", atPorts(line)], folder);
}

function atPorts(text: string): string {
  return text.replaceAll(/\b(3000|4010)\b/g, (port) =>
    String(port === "3000" ? ports.server : ports.mock),
  );
}

/** Starts what runs until it is stopped. */
function begin(...words: string[]): Running {
  const begun = start({ command: words, cwd: folder, env: process.env });
  running.add(begun);
  return begun;
}

/** Runs what has to fail; its exit code and what it printed. */
async function fail(...words: string[]): Promise<{ code: number | null; output: string }> {
  const failed = begin(command, ...words);
  return { code: await failed.ended, output: failed.output() };
}

const settings = {
  target: "es2023",
  module: "nodenext",
  types: ["node"],
  strict: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: false,
  noEmit: true,
};

/** Compiles the programs of the folder, and the sources of what was generated. */
async function checkTypes(...files: string[]): Promise<void> {
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: settings, files }),
  );
  await shell("npx tsc -p .");
  for (const name of ["client", "server"]) {
    const folders = {
      extends: `./generated/${name}/tsconfig.json`,
      include: [`generated/${name}/src`],
    };
    // Entries for those who have msw or Fastify.
    const others = ["testing", "fastify"].map((entry) => `generated/${name}/src/${entry}.ts`);
    await writeFile(
      join(folder, `tsconfig.${name}.json`),
      JSON.stringify({ ...folders, exclude: others }),
    );
    await shell(`npx tsc -p tsconfig.${name}.json`);
  }
}

beforeAll(async () => {
  ports.server = await findPort();
  ports.mock = await findPort();
  const tarballs = [
    await packed("@pix-contract/behaviour"),
    await packed("@pix-contract/generator"),
  ];
  const [install = "", ...others] = await commandsOf("Start in an empty folder");
  expect(others).toHaveLength(3);
  await shell(install.replace(/\/path\/to\/packed\/.*/, `--prefer-offline ${tarballs.join(" ")}`));
  for (const line of others) await shell(line);
});
afterAll(async () => {
  for (const one of running) await one.stop();
});

describe("the guide", () => {
  test("needs nothing in package.json but what the commands wrote", async () => {
    const { name, workspaces, devDependencies } = JSON.parse(
      await readFile(join(folder, "package.json"), "utf8"),
    );
    expect({ name, workspaces, installed: Object.keys(devDependencies).sort() }).toEqual({
      name: "things",
      workspaces: ["generated/*"],
      installed: [
        "@pix-contract/behaviour",
        "@pix-contract/generator",
        "@typespec/compiler",
        "@typespec/http",
        "@typespec/openapi",
      ],
    });
    expect((await readdir(folder)).sort()).toEqual([
      "docs",
      "generated",
      "node_modules",
      "package-lock.json",
      "package.json",
      "spec",
    ]);
  });

  test("has programs that compile, and run against each other", async () => {
    const programs = await readPrograms(guide);
    expect(programs.map(({ file }) => file)).toEqual(["server.ts", "call.ts", "limited.ts"]);
    for (const { file, text } of programs) await writeFile(join(folder, file), atPorts(text));
    await checkTypes("server.ts", "call.ts", "limited.ts");
    const server = begin("node", "server.ts");
    await server.until(/http:\/\/127/);
    const called = begin("node", "call.ts");
    expect(await called.ended, called.output()).toBe(0);
    expect(called.output()).toBe("A lamp\n404 { message: 'There is no thing-2.' }\n");
    await server.stop();
  });

  test("has a mock that answers as it is asked to", async () => {
    const lines = await commandsOf("Implement it and call it");
    expect(lines).toHaveLength(2);
    const mock = begin("sh", "-c", atPorts(`exec ${lines[0]}`));
    await mock.until(/http:\/\/127/);
    const example = await fetch(`http://127.0.0.1:${ports.mock}/things/thing-1`);
    expect(await example.json()).toEqual({ id: "thing-1", name: "A lamp" });
    expect(await shell(lines[1] ?? "")).toMatch(
      /^HTTP\/1\.1 404 [\s\S]*"There is no such thing\."/,
    );
    await mock.stop();
  });

  test("has a reference of the spec", async () => {
    const page = await readFile(join(folder, "docs/reference/operation-getThing.md"), "utf8");
    expect(page).toMatch(/^<!-- .*edit the spec\. -->\n\n# Get thing\n\n`GET \/things\/\{id\}`/);
    expect(page).not.toContain("packages/");
  });

  test("follows changes; a spec with an error leaves everything as it was", async () => {
    const spec = join(folder, "spec/main.tsp");
    const text = await readFile(spec, "utf8");
    const [watch = ""] = await commandsOf("Change it");
    const watching = begin(
      "sh",
      "-c",
      `exec ${watch.replace("npx --offline @pix-contract/generator", command)}`,
    );
    await watching.until(/Watching/);
    await writeFile(spec, text.replace("name: string;", "name: string;\n  color?: Colour;"));
    await watching.until(
      /main\.tsp:\d+:\d+ - error invalid-ref: Unknown identifier Colour\nNothing was written\./,
    );
    const declared = (): Promise<string> => shell("cat generated/client/dist/*.d.mts");
    expect(await declared()).not.toContain("color");
    await writeFile(spec, text.replace("name: string;", "name: string;\n  color?: string;"));
    await watching.until(
      /file\(s\) changed[\s\S]*file\(s\) changed|changed[\s\S]*client\/src\/types[\s\S]*file\(s\) changed/,
    );
    expect(await declared()).toContain("color?: string");
    await watching.stop();
    expect(await shell(`${command} generate --check`)).toBe(
      "What is generated agrees with the spec.\n",
    );
    await writeFile(spec, text);
    expect(await fail("generate", "--check")).toMatchObject({
      code: 1,
      output: expect.stringContaining("differs"),
    });
  });
});

test.each([
  [["init"], 1, /^There is a folder spec in .* already\.\nNothing was written\.\n$/],
  [["publish"], 2, /^Unknown command 'publish'\. See .* --help\.$/m],
])("%j is refused in a sentence", async (words, code, message) => {
  const failed = await fail(...words);
  expect(failed).toEqual({ code, output: expect.stringMatching(message) });
});

/** Generates from another contract in the same folder, compiles the program that uses it, and gives what that printed. */
async function use(
  name: string,
  makeSpec: () => Promise<unknown>,
  flags = "",
): Promise<Record<string, unknown>> {
  await makeSpec();
  await shell(`${command} generate ${flags}`);
  await cp(join(contracts, name, "use.ts"), join(folder, "use.ts"));
  await checkTypes("use.ts");
  const used = begin("node", "use.ts");
  expect(await used.ended, used.output()).toBe(0);
  return JSON.parse(used.output());
}

const takeSpec = (name: string) => () =>
  cp(join(contracts, name, "main.tsp"), join(folder, "spec/main.tsp"));
const page = (name: string): Promise<string> =>
  readFile(join(folder, "docs/reference", name), "utf8");

const contractsOfOthers: [name: string, check: () => Promise<void>][] = [
  [
    "a todo list: the client walks through all pages",
    async () => {
      const todo = { kind: "todo", id: "todo-1", title: "Buy milk", done: false };
      expect(await use("todo", takeSpec("todo"))).toEqual({
        kept: [[0, 255, 128], null, 0],
        titles: [0, 1, 2, 3, 4, 5, 6].map((index) => `Thing ${index}`),
        sizes: [3, 1, 0],
        changed: ["todo-0 made", "todo-1 made", "todo-2 made"],
        made: { ...todo, id: "todo-7" },
        refused: "InvalidRequestError",
        status: 404,
        details: { message: "There is no todo-7." },
        examples: [todo],
      });
      expect(await page("operation-Todos_list.md")).toContain("Lists the tasks, the oldest first.");
      await expect(page("operation-getThing.md")).rejects.toThrow("ENOENT");
    },
  ],
  [
    "a bank: kinds of accounts keep their own fields, errors are problem details",
    async () => {
      expect(await use("bank", takeSpec("bank"))).toEqual({
        list: [
          { id: "a-1", kind: "checking", balance: -20, overdraft: 50 },
          ["savings", 120, 250, { boat: 900 }],
        ],
        said: [422, { title: "Too little money", detail: "checking" }],
        wrong: [400, "application/problem+json"],
        example: "checking",
        names: ["page 2,3", "none"],
      });
      expect(await page("operation-Accounts_transfer.md")).toContain("Moves money.");
    },
  ],
  [
    "a public document: the extended pet store, as it is",
    async () => {
      const commands = await commandsOf("Start from an OpenAPI document");
      expect(commands).toEqual([
        "npx --offline @pix-contract/generator init things --spec openapi.yaml",
        "npx --offline @pix-contract/generator generate --spec openapi.yaml",
      ]);
      const takeDocument = async () => {
        await shell(`npm install --save-dev --prefer-offline ${publicDocument.package}`);
        await cp(
          join(folder, "node_modules/@readme/oas-examples", publicDocument.file),
          join(folder, "openapi.yaml"),
        );
      };
      const said = await use("petstore", takeDocument, "--spec openapi.yaml");
      const mia = { id: 2, name: "Mia", tag: "cat" };
      expect(said).toEqual({
        added: mia,
        cats: [mia],
        found: mia,
        status: 404,
        details: { code: 404, message: "no such pet" },
        example: expect.arrayContaining(["id", "name"]),
      });
      expect(await page("operation-findPets.md")).toContain("Returns all pets from the system");
    },
  ],
];

test.for(contractsOfOthers)("%s", ([, check]) => check());
