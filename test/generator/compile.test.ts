import { writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { compileSpec, SpecError } from "@packages/contract/src/compile.ts";
import { describe, expect, test } from "vitest";
import { makeProject } from "./support/project.ts";

const head = `import "@typespec/http";\nusing Http;\n`;

/** A spec of one service. */
function service(body: string): string {
  return `${head}@service(#{ title: "Shelf" }) namespace Shelf {\n${body}\n}\n`;
}

/** What is said about a spec, with the path of its folder left out. */
async function complaintOf(files: Record<string, string>): Promise<string> {
  const { root, entry } = await makeProject(files);
  const error = await compileSpec(entry).catch((reason: unknown) => reason);
  if (!(error instanceof SpecError)) throw new Error("The spec is not refused.", { cause: error });
  return error.message
    .replaceAll(`${relative(process.cwd(), root)}/`, "")
    .replaceAll(`${root}/`, "");
}

describe("a mistake is reported in TypeSpec's own words, with its place", () => {
  test("in a file that it imports", async () => {
    const files = {
      "main.tsp": `import "./deep/books.tsp";`,
      "deep/books.tsp": "\n\n  model Book {",
    };
    expect(await complaintOf(files)).toMatch(
      /^deep\/books\.tsp:3:15 - error token-expected: '}' expected\.$/m,
    );
  });

  test("in a file that is named by a relative path", async () => {
    const { entry } = await makeProject({
      "main.tsp": service(`@route("/a") op find(): Nothing;`),
    });
    await expect(compileSpec(relative(process.cwd(), entry))).rejects.toThrow(
      /main\.tsp:4:25 - error invalid-ref: Unknown identifier Nothing$/,
    );
  });

  const sunset = `@route("/a") @Behaviour.sunset("2027-02-30") op find(): void;`;
  test.each([
    [
      "when it is a warning only",
      service(`@route("/a") op find(@header contentType: "text/plain"): void;`),
      /^main\.tsp:4:\d+ - warning @typespec\/http\/content-type-ignored: .*\s.*#suppress "@typespec\/http\/content-type-ignored" "/,
    ],
    [
      "when the emitter finds it",
      service('model `Book/1` { a: string }\n@route("/a") op find(): `Book/1`;'),
      /^main\.tsp:4:\d+ - warning @typespec\/openapi3\/invalid-component-fixed-field-key: /,
    ],
    [
      "when the behaviour library finds it",
      `import "@pix-contract/behaviour";\n${service(sunset)}`,
      /^main\.tsp:5:\d+ - error @pix-contract\/behaviour\/sunset-not-a-date: /,
    ],
  ])("%s", async (_, source, complaint) => {
    expect(await complaintOf({ "main.tsp": source })).toMatch(complaint);
  });
});

const two = ["A", "B"].map(
  (name) =>
    `@service(#{ title: "${name}" }) namespace ${name} { @route("/${name}") op find(): void; }`,
);

test.each([
  ["a spec without a service", "main.tsp", `${head}@route("/a") op find(): void;`, declares(0)],
  ["an empty spec", "main.tsp", "", declares(0)],
  ["a spec with two services", "main.tsp", head + two.join("\n"), declares(2)],
  ["a file that does not exist", "other.tsp", "", "error file-not-found: File main.tsp not found."],
])("%s is refused", async (_, file, text, complaint) => {
  expect(await complaintOf({ [file]: text })).toBe(complaint);
});

function declares(count: number): string {
  return `main.tsp has to declare exactly one @service; it declares ${count}.`;
}

test("a relative path names the same spec as an absolute one", async () => {
  const { entry } = await makeProject({ "main.tsp": service(`@route("/a") op find(): void;`) });
  const { document } = await compileSpec(entry);
  expect((await compileSpec(relative(process.cwd(), entry))).document).toEqual(document);
  expect(document).toMatchObject({
    openapi: "3.1.0",
    info: { title: "Shelf" },
    paths: { "/a": {} },
  });
});

test("examples of parameters are passed on as they travel", async () => {
  const { entry } = await makeProject({
    "main.tsp": service(`
      @route("/a/{shelf}") op find(
        @path @example("7") shelf: string,
        @query @example(#["a", "b"]) ids?: string[],
        @query @example(plainDate.fromISO("2026-11-20")) day?: plainDate,
        @query @encode("unixTimestamp", int32) @example(utcDateTime.fromISO("2026-11-20T15:00:00Z")) at?: utcDateTime,
        @header @example(utcDateTime.fromISO("2026-11-20T15:00:00Z")) ifModifiedSince?: utcDateTime,
      ): void;
    `),
  });
  const { document } = await compileSpec(entry);
  const parameters = document.paths["/a/{shelf}"]?.get?.parameters ?? [];
  expect(
    parameters.map((parameter) => ("x-example" in parameter ? parameter["x-example"] : undefined)),
  ).toEqual(["7", ["a", "b"], "2026-11-20", 1795186800, "Fri, 20 Nov 2026 15:00:00 GMT"]);
});

test("the statuses of a range that OpenAPI has no key for are written one by one", async () => {
  const { entry } = await makeProject({
    "main.tsp": service(`
      @error model Early { @statusCode @minValue(497) @maxValue(501) _: int32; code: string }
      @error model Wrong { @statusCode @minValue(400) @maxValue(499) _: int32; reason: string }
      @route("/a") op find(): void | Early | Wrong;
    `),
  });
  const { document, program } = await compileSpec(entry);
  expect(Object.keys(document.paths["/a"]?.get?.responses ?? {})).toEqual(
    expect.arrayContaining(["204", "497", "498", "499", "500", "501", "4XX"]),
  );
  const { models } = program.getGlobalNamespaceType().namespaces.get("Shelf") ?? {};
  expect(models?.get("Early")?.properties.get("_")?.type.kind).toBe("Scalar");
});

test("a parameter may have a name that every object has", async () => {
  const { entry } = await makeProject({
    "main.tsp": service(
      `@route("/a") op find(@query toString: string, @header valueOf?: string, @query("constructor") text?: string): void;`,
    ),
  });
  const { document } = await compileSpec(entry);
  const parameters = document.paths["/a"]?.get?.parameters ?? [];
  expect(parameters.map((one) => ("name" in one ? `${one.in} ${one.name}` : ""))).toEqual([
    "query toString",
    "header value-of",
    "query constructor",
  ]);
});

test("a parameter that is a step of a path stands there, and an optional one makes two operations", async () => {
  const { entry } = await makeProject({
    "main.tsp": service(`
      @route("/shelves{/shelf}") op find(shelf: string): void;
      @route("/books") interface Books {
        @route("list{/author}{/year*}") list(@path author?: string, @path year?: int32, @query page?: int32): void;
      }
    `),
  });
  const { document } = await compileSpec(entry);
  const found = Object.entries(document.paths).map(([path, { get }]) => [
    path,
    get?.operationId,
    ...(get?.parameters ?? []).map((one) => ("name" in one ? [one.name, one.required] : [])),
  ]);
  const author = ["author", true];
  const year = ["year", true];
  const page = ["page", false];
  expect(found).toEqual([
    ["/shelves/{shelf}", "find", ["shelf", true]],
    ["/books/list/{author}/{year}", "Books_list", author, year, page],
    ["/books/list", "Books_listWithoutAuthor", page],
    ["/books/list/{author}", "Books_listWithoutYear", author, page],
  ]);
  expect(JSON.stringify(document)).not.toContain("x-path-step");
});

test.each([
  [
    "another operation at the path without it",
    `@route("/a") op all(): void; @route("/a{/id}") op find(@path id?: string): void;`,
    /^findWithoutId would be a second GET \/a\.$/,
  ],
  [
    "a list with a step for each item",
    `@route("/a{/ids*}") op find(ids: string[]): void;`,
    /invalid-style/,
  ],
])("a step of a path is refused beside %s", async (_, source, complaint) => {
  expect(await complaintOf({ "main.tsp": service(source) })).toMatch(complaint);
});

test("a spec that was edited is compiled as it is now, and what stayed is parsed once", async () => {
  const source = (name: string) => service(`@route("/a") op ${name}(): void;`);
  const { entry } = await makeProject({ "main.tsp": source("find") });
  const first = await compileSpec(entry);
  await writeFile(entry, source("seek"));
  const second = await compileSpec(entry);
  expect(second.document.paths["/a"]?.get?.operationId).toBe("seek");
  const files = [...second.program.sourceFiles];
  const isNew = files.filter(([path, file]) => first.program.sourceFiles.get(path) !== file);
  expect(isNew.map(([path]) => path)).toEqual([entry]);
});
