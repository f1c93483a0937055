// Generated from spec/ by `npm run generate`: edit the spec, not this file.
import { type Mock, type MockOptions, startMockFrom } from "@packages/mock/src/start-mock.ts";
import { own } from "./own.ts";

export type { Mock, MockOptions };

/**
 * Starts a mock: Prism, answering from the examples of the contract, for any origin.
 *
 * A request can select each answer by name, `Prefer: code=429` or `Prefer: example=<name>`, whatever else it holds.
 *
 * @throws if it cannot listen at the address: a sentence with the reason, and `code` as Node has it, like `EADDRINUSE`
 * @example
 * import { startMock } from "@pix-contract/mock";
 *
 * const mock = await startMock({ port: 0 });
 * const response = await fetch(`${mock.url}/some/path`, { headers: { Prefer: "code=429" } });
 * await mock.close();
 */
export function startMock(options: MockOptions = {}): Promise<Mock> {
  return startMockFrom(own, options);
}
