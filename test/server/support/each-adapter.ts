import { beforeAll, describe } from "vitest";
import { type AdapterName, adapters } from "./adapters.ts";
import { current } from "./current-adapter.ts";

/** Runs the same tests on several adapters, on all of them if none is named. */
export function onEachAdapter(
  tests: (adapter: AdapterName) => void,
  names = Object.keys(adapters) as AdapterName[],
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
