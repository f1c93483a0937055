import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { type Mock, type MockOptions, startMock as startOnPort } from "../../generated/mock/src/index.ts";

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

/** Sends bytes as they are and reads until the server closes, or the given text has come. */
export async function sendRaw(url: string, bytes: string | Buffer, until?: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  let received = "";
  const closed = new Promise<void>((resolve) => {
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      if (until !== undefined && received.includes(until)) resolve();
    });
    socket.on("close", resolve).on("error", () => resolve());
  });
  await once(socket, "connect");
  socket.write(bytes);
  await closed;
  socket.destroy();
  return received;
}
