import { afterAll, beforeAll } from "vitest";
import {
  type Mock,
  type MockOptions,
  startMock as startOnPort,
} from "../../generated/mock/src/index.ts";
import { exchangeWith } from "../server/support/raw.ts";

export function startMock(options: MockOptions = {}): Promise<Mock> {
  return startOnPort({ port: 0, ...options });
}

/** One mock for the tests of a file. */
export function useMock(options: MockOptions = {}): { readonly url: string } {
  let mock: Mock | undefined;
  beforeAll(async () => {
    mock = await startMock(options);
  });
  afterAll(() => mock?.close());
  return {
    get url() {
      if (!mock) throw new Error("The mock has not started.");
      return mock.url;
    },
  };
}

/** Headers of a request that is authenticated and holds JSON. */
export const json = { authorization: "Bearer token", "content-type": "application/json" };
/** Headers of a request that is authenticated. */
export const token = { authorization: "Bearer token" };

export function basic(credentials: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Status and code of an error, or the status alone: `400 VALIDATION_ERROR`. */
export async function outcome(response: Response): Promise<string> {
  const { error } = (await response.json()) as { error?: { code: string } };
  return error ? `${response.status} ${error.code}` : `${response.status}`;
}

/** Sends bytes as they are and reads until the server hangs up. */
export function sendRaw(url: string, bytes: string | Buffer): Promise<string> {
  return exchangeWith(Number(new URL(url).port), [bytes]);
}
