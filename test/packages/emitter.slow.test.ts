// The emitter as an outsider has it: tarballs in an empty TypeSpec project, with the oldest and the newest libraries of
// TypeSpec that the packages accept.
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeFolder } from "../support/folder.ts";
import { packed } from "../support/shared.ts";
import { run } from "./support/run.ts";
import { triedPeers } from "./support/tried-peers.ts";

const root = join(import.meta.dirname, "../..");
const name = "@pix-contract/generator";

/**
 * The libraries of TypeSpec by version. Its own emitter of OpenAPI is tried with 1.16 alone: that of 1.15 no longer loads,
 * since a library that it depends on needs a newer compiler, and there is none of 1.17.
 */
const own = "1.16.0";
const libraries = [...triedPeers["@typespec/compiler"], own].map((version) => {
  const names = ["compiler", "http", "openapi", ...(version === own ? ["openapi3"] : [])];
  return [version, names.map((name) => `${name}@${version}`)] as const;
});

/** Runs `tsp` in a folder; what it printed, also where it fails. */
const tsp = (folder: string, ...words: string[]): Promise<string> =>
  run("node", ["node_modules/@typespec/compiler/cmd/tsp.js", ...words], folder).catch(
    (error: Error) => error.message,
  );

/** Writes tspconfig.yaml, which JSON is too. */
const configure = (folder: string, options: object, emit = [name]): Promise<void> =>
  writeFile(join(folder, "tspconfig.yaml"), JSON.stringify({ emit, options: { [name]: options } }));

describe.each(libraries)("beside TypeSpec %s", (version, names) => {
  const isOwn = version === own;
  /** A test of the oldest and the newest version only. */
  const testEnds = (title: string, run: () => Promise<void>): void => {
    if (!isOwn) test(title, run);
  };
  /** A test of the version of this repository only. */
  const testOwn = (title: string, run: () => Promise<void>): void => {
    if (isOwn) test(title, run);
  };
  let folder: string;
  beforeAll(async () => {
    folder = await makeFolder(afterAll);
    const tarballs = [await packed("@pix-contract/behaviour"), await packed(name)];
    const wanted = names.map((library) => `@typespec/${library}`);
    await run("npm", ["install", "-D", "--prefer-offline", ...tarballs, ...wanted], folder);
    const template = `node_modules/${name}/lib/template/scaffolding.json`;
    await tsp(folder, "init", template, "--no-prompt", "--template", "contract");
  });

  test("the template of tsp init leaves package.json alone, and compiles", async () => {
    const { devDependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    expect(Object.keys(devDependencies)).toContain(name);
    expect(await tsp(folder, "compile", ".")).toContain("Compilation completed successfully");
    expect(await readdir(join(folder, "generated"))).toEqual([
      "client",
      "mock",
      "openapi",
      "reference",
      "server",
    ]);
    // The name of the service, because package.json has none.
    await run("npm", ["pkg", "set", "workspaces[]=generated/*"], folder);
    await run("npm", ["install", "--prefer-offline"], folder);
    await writeFile(
      join(folder, "call.mjs"),
      `import { createThingsClient } from "@things/client";
import { createThingsServer } from "@things/server";
const handlers = { getThing: ({ params, reply }) => reply.ok({ id: params.id, name: "A lamp" }) };
const server = await createThingsServer({ authenticators: {}, handlers });
const baseUrl = await server.listen({ port: 0, host: "127.0.0.1" });
console.log((await createThingsClient({ baseUrl }).getThing("thing-1")).name);
await server.close();\n`,
    );
    expect(await run("node", ["call.mjs"], folder)).toBe("A lamp\n");
  });

  testOwn("another emitter writes the same with it and without", async () => {
    await configure(folder, {}, ["@typespec/openapi3"]);
    await tsp(folder, "compile", ".", "--output-dir", join(folder, "without"));
    await configure(folder, { outputs: ["openapi"] }, [name, "@typespec/openapi3"]);
    await tsp(folder, "compile", ".", "--output-dir", join(folder, "with"));
    const read = (place: string) =>
      readFile(join(folder, place, "@typespec/openapi3/openapi.yaml"), "utf8");
    expect(await read("with")).toBe(await read("without"));
    expect(await readdir(join(folder, "with", name))).toEqual(["openapi"]);
  });

  testEnds("options choose names and outputs; wrong ones are found in tspconfig.yaml", async () => {
    const place = "{project-root}/chosen";
    const options = { "emitter-output-dir": place, name: "shop", version: "2.1.0" };
    await configure(folder, { ...options, outputs: ["mock"] });
    await tsp(folder, "compile", ".");
    expect(await readdir(join(folder, "chosen"))).toEqual(["mock", "openapi"]);
    const manifest = JSON.parse(await readFile(join(folder, "chosen/mock/package.json"), "utf8"));
    expect(manifest).toMatchObject({
      name: "@shop/mock",
      version: "2.1.0",
      devDependencies: { "@shop/openapi": "2.1.0" },
    });
    await configure(folder, { output: ["mock"] });
    expect(await tsp(folder, "compile", ".")).toMatch(
      /tspconfig\.yaml:\d+:\d+ - error invalid-schema: .*additional properties/i,
    );
    await configure(folder, { outputs: ["cli"] });
    expect(await tsp(folder, "compile", ".")).toMatch(
      /error invalid-schema: .*\n?.*openapi, mock, server, client, reference/,
    );
    await configure(folder, { name: "Not A Name" });
    expect(await tsp(folder, "compile", ".")).toMatch(
      /unsupported: "Not A Name" is not a valid project name/,
    );
  });

  testEnds("a folder of somebody else stays as it is", async () => {
    await mkdir(join(folder, "mine/client"), { recursive: true });
    await writeFile(join(folder, "mine/client/index.ts"), "export {};\n");
    await configure(folder, { "emitter-output-dir": "{project-root}/mine" });
    expect(await tsp(folder, "compile", ".")).toMatch(
      /unsupported: .*mine\/client has files that were not generated, as index\.ts/,
    );
    expect(await readdir(join(folder, "mine"), { recursive: true })).toEqual([
      "client",
      "client/index.ts",
    ]);
  });

  testEnds("what it cannot carry out is an error at its place; nothing is written", async () => {
    await configure(folder, { "emitter-output-dir": "{project-root}/wrong" });
    for (const [place, code, message, text] of [
      [
        "7:1",
        `${name}/unsupported`,
        "The response 200 of getNote is application/xml",
        '@route("/notes") op getNote(): { @header contentType: "application/xml"; @body note: { text: string } };',
      ],
      [
        "7:18",
        "@typespec/openapi3/path-reserved-expansion",
        "Reserved expansion",
        '@route("/notes/{+path}") op getNote(@path path: string): void;',
      ],
    ] as const) {
      await writeFile(
        join(folder, "wrong.tsp"),
        `import "@typespec/http";\nusing Http;\n\n@service(#{ title: "Notes" })\nnamespace Notes;\n\n${text}\n`,
      );
      const said = await tsp(folder, "compile", "wrong.tsp");
      expect(said, text).toContain(message);
      expect(said, text).toMatch(
        new RegExp(`wrong\\.tsp:${place.replace(/:.*/, "")}:\\d+ - \\w+ ${code}: `),
      );
      expect(said).not.toMatch(/crashed|\.js:\d+/);
      await expect(readdir(join(folder, "wrong"))).rejects.toThrow("ENOENT");
    }
  });

  testEnds("a dry run reports, and writes nothing", async () => {
    await configure(folder, { "emitter-output-dir": "{project-root}/dry" });
    expect(await tsp(folder, "compile", ".", "--dry-run")).toContain("completed successfully");
    await expect(readdir(join(folder, "dry"))).rejects.toThrow("ENOENT");
  });

  testEnds("the spec of this repository gives its document", async () => {
    await cp(join(root, "spec"), join(folder, "pix"), {
      recursive: true,
      filter: (path) => !/node_modules|tspconfig|spec\/(formats|server)$/.test(path),
    });
    await configure(folder, {
      "emitter-output-dir": "{project-root}/pix-out",
      outputs: ["openapi"],
    });
    expect(await tsp(folder, "compile", "pix/main.tsp")).toContain("completed successfully");
    const lines = async (path: string): Promise<string[]> =>
      (await readFile(path, "utf8")).split("\n").slice(1);
    expect(await lines(join(folder, "pix-out/openapi/openapi.yaml"))).toEqual(
      await lines(join(root, "generated/openapi/openapi.yaml")),
    );
  });
});
