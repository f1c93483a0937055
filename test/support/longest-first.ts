import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Slow and deep files that take a minute or more, the longest first. Without times of an earlier run Vitest begins with the files of most bytes. */
const long = [
  "conformance/faults/together",
  "conformance/legal",
  "docs/site",
  "docs/programs-in-project",
  "docs/programs-in-clone",
  "packages/",
  "sandbox/package/",
  "tools/generators",
  "sandbox/cli/start",
  "conformance/",
];

function rank({ moduleId }: TestSpecification): number {
  const found = long.findIndex((part) => moduleId.includes(`/test/${part}`));
  return /\.(slow|deep)\.test\.ts$/.test(moduleId) && found >= 0 ? found : long.length;
}

/** Begins with the longest files, so that the end does not wait for one file alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }

  /** Deals the files out like cards, the longest first: each part of a suite then takes about as long. */
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index, count } = this.ctx.config.shard ?? { index: 1, count: 1 };
    const dealt = files.toSorted(
      (one, other) => rank(one) - rank(other) || one.moduleId.localeCompare(other.moduleId),
    );
    return dealt.filter((_, at) => at % count === index - 1);
  }
}
