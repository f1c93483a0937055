import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import project from "../../vitest.config.ts";

/** Unit tests come first: they are the quickest to notice, and the first that notices is enough. */
class UnitTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (moduleId.includes("/test/") ? 1 : 0);
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

// Stryker cannot choose among Vitest's projects: this is one, with the tests of the part.
const { projects: _, ...test } = project.test ?? {};

const include = JSON.parse(process.env.MUTANT_TESTS ?? "[]") as string[];
const deep = include.some((glob) => glob.includes(".deep.")) ? [] : ["**/*.deep.test.ts"];

// Stryker's copy of the project shares its node_modules, which lead to the sources without a change.
const packages = {
  find: /^@packages\/(?=[\w-]+\/src\/)/,
  replacement: `${join(import.meta.dirname, "../../packages")}/`,
};

const aliases = (project.resolve?.alias ?? []) as (typeof packages)[];

export default defineConfig({
  ...project,
  resolve: { alias: [packages, ...aliases] },
  test: {
    ...test,
    include,
    // The programs of the last one list files by git, which does not know Stryker's copy.
    exclude: ["**/node_modules/**", "**/*.slow.test.ts", ...deep, "scripts/programs.test.ts"],
    reporters: [],
    // A change that makes a test hang counts as noticed, after this time.
    testTimeout: 30_000,
    sequence: { sequencer: UnitTestsFirst },
  },
});
