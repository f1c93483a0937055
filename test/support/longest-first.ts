import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take a minute or more, the longest first. Without times of an earlier run Vitest begins with the files of most bytes. */
const long = [
  "docs/site",
  "docs/programs-in-project",
  "docs/programs-in-clone",
  "packages/",
  "sandbox/package/",
  "tools/generators",
  "sandbox/cli/start",
  "conformance/",
];

/** Begins with the longest files, so that the end does not wait for one file alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = long.findIndex((part) => moduleId.includes(`/test/${part}`));
      return moduleId.endsWith(".slow.test.ts") && found >= 0 ? found : long.length;
    };
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}
