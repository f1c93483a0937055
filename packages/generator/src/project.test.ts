import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../test/support/folder.ts";
import { mockSettings } from "./mock/package.ts";
import { openapiSettings } from "./openapi/package.ts";
import { installedAs, pinVersions, readProject, repositoryField } from "./project.ts";

async function projectOf(manifest: object): Promise<ReturnType<typeof readProject>> {
  const root = await makeFolder();
  await writeFile(join(root, "package.json"), JSON.stringify(manifest));
  return readProject(root);
}

const manifest = {
  name: "library",
  version: "3.2.1",
  license: "MIT",
  dependencies: { shelf: "1.0.0" },
  devDependencies: { book: "2.0.0" },
};

test("a package takes versions from the project's own", async () => {
  expect(pinVersions(await projectOf(manifest), ["book", "shelf"])).toEqual({
    book: "2.0.0",
    shelf: "1.0.0",
  });
});

test.each(["1-api", "@acme/api", "Acme", "api", "client-of-acme"])(
  "a project is not called %s",
  async (name) => {
    await expect(projectOf({ ...manifest, name })).rejects.toThrow(
      `"${name}" is not a valid project name`,
    );
  },
);

test("a missing version is reported by name", async () => {
  const project = await projectOf(manifest);
  expect(() => pinVersions(project, ["shelf", "scroll"])).toThrow(
    "package.json does not depend on scroll",
  );
});

test("a package has the project's name, version, license and repository, and its own fields", async () => {
  const repository = { type: "git", url: "git+https://example.com/library.git" };
  const [openapi, mock] = [openapiSettings, mockSettings].map(
    (settings) => async (given: object) => {
      return JSON.parse(settings(await projectOf(given))["package.json"] ?? "") as object;
    },
  );
  const printed = await openapi?.({ ...manifest, repository });
  expect(printed).toMatchObject({ name: "@library/openapi", version: "3.2.1", license: "MIT" });
  expect(printed).toHaveProperty("repository", { ...repository, directory: "generated/openapi" });
  expect(printed).not.toHaveProperty("dependencies");
  const other = await mock?.(manifest);
  expect(other).toMatchObject({ name: "@library/mock", bin: { "library-mock": "./dist/cli.js" } });
  expect(other).toHaveProperty(["devDependencies", "@library/openapi"], "3.2.1");
  expect(other).not.toHaveProperty("repository");
});

test("a package is installed by its name, or by its tarball until it is published", () => {
  const project = { name: "library", version: "3.2.1" };
  expect(installedAs({ ...project, published: true }, "client")).toBe("@library/client");
  expect(installedAs({ ...project, published: false }, "client")).toBe(
    "/path/to/packed/library-client-3.2.1.tgz",
  );
});

test("what package.json leaves out has a default, and what is given elsewhere comes first", async () => {
  const root = await makeFolder();
  expect(readProject(root, { service: "Shelf" })).toEqual({
    name: "shelf",
    version: "0.0.0",
    license: "UNLICENSED",
    published: true,
    dependencies: {},
  });
  await writeFile(
    join(root, "package.json"),
    JSON.stringify({ ...manifest, config: { published: false } }),
  );
  expect(readProject(root, { name: "other", version: "9.9.9" })).toMatchObject({
    name: "other",
    version: "9.9.9",
    license: "MIT",
    published: false,
    dependencies: { shelf: "1.0.0", book: "2.0.0" },
  });
  expect(repositoryField(readProject(root), "generated/x")).toEqual({});
});
