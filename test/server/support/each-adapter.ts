import { beforeAll, describe } from "vitest";
import { type AdapterName, adapters, current } from "./adapters.ts";

/** Runs the same tests on several adapters; if none is named on all of them, or on those that TEST_ADAPTERS names. */
export function onEachAdapter(
  tests: (adapter: AdapterName) => void,
  names = (process.env.TEST_ADAPTERS?.split(",") ?? Object.keys(adapters)) as AdapterName[],
): void {
  describe.each(names)("on %s", (name) => {
    beforeAll(() => {
      current.adapter = name;
      return () => {
        current.adapter = "node";
      };
    });
    tests(name);
  });
}
