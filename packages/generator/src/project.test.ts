import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { printManifest as printMockManifest } from "./mock/manifest.ts";
import { printManifest } from "./openapi/manifest.ts";
import { readProject, versionsOf } from "./project.ts";

async function projectOf(manifest: object): Promise<ReturnType<typeof readProject>> {
  const root = await mkdtemp(join(tmpdir(), "project-"));
  onTestFinished(() => rm(root, { recursive: true }));
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
  expect(versionsOf(await projectOf(manifest), ["book", "shelf"])).toEqual({ book: "2.0.0", shelf: "1.0.0" });
});

test("a version that the project does not have is missed by name", async () => {
  const project = await projectOf(manifest);
  expect(() => versionsOf(project, ["shelf", "scroll"])).toThrow("package.json does not depend on scroll");
});

test("a package names the repository and its folder there", async () => {
  const repository = { type: "git", url: "git+https://example.com/library.git" };
  const project = await projectOf({ ...manifest, repository });
  expect(printManifest(project)).toHaveProperty("repository", { ...repository, directory: "generated/openapi" });
  expect(printManifest(await projectOf(manifest))).not.toHaveProperty("repository");
});

describe("the project's name, version and license are those of", () => {
  const { dependencies } = readProject(join(import.meta.dirname, "../../.."));
  const project = { name: "library", version: "3.2.1", license: "MIT", dependencies };

  test("the package of the document, which depends on nothing", () => {
    const printed = printManifest(project);
    expect(printed).toMatchObject({ name: "@library/openapi", version: "3.2.1", license: "MIT" });
    expect(printed).not.toHaveProperty("dependencies");
  });

  test("the mock's package, which brings a command", () => {
    const printed = printMockManifest(project);
    expect(printed).toMatchObject({ name: "@library/mock", version: "3.2.1", license: "MIT" });
    expect(printed).toHaveProperty("bin", { "library-mock": "./dist/cli.js" });
    expect(printed).toHaveProperty(["dependencies", "@library/openapi"], "3.2.1");
  });
});
