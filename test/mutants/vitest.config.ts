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

// Stryker cannot choose among Vitest's projects: here is one, with the tests of the part that is looked at.
const { projects: _, ...test } = project.test ?? {};

export default defineConfig({
  ...project,
  test: {
    ...test,
    include: JSON.parse(process.env.MUTANT_TESTS ?? "[]") as string[],
    exclude: ["**/node_modules/**", "**/*.slow.test.ts", "**/*.deep.test.ts"],
    reporters: [],
    // What hangs is noticed by that: nobody waits half a minute for each such change.
    testTimeout: 8_000,
    sequence: { sequencer: UnitTestsFirst },
  },
});
