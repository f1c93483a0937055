import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import { makeSample, type Sample } from "../sample/server.ts";
import { type AdapterName, adapters, current } from "./adapters.ts";
import { bearer } from "./call.ts";

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

/** The sample for one test, at whose end it closes. */
export async function openSample(...options: Parameters<typeof makeSample>): Promise<Sample> {
  const sample = await makeSample(...options);
  onTestFinished(() => sample.server.close());
  return sample;
}

/** One sample for all tests of a block, with a token of it. */
export function shareSample(options: Parameters<typeof makeSample>[0]): Sample & { token: string } {
  const shared = {} as Sample & { token: string };
  beforeAll(async () => {
    Object.assign(shared, await makeSample(options));
    shared.token = await bearer(shared.server);
  });
  afterAll(() => shared.server.close());
  return shared;
}
