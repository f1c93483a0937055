import { Agent, get } from "node:http";
import { expect, test } from "vitest";
import {
  createSandbox,
  type RunningSandbox,
} from "../../../packages/sandbox/src/create-sandbox.ts";
import { onEachStorage } from "../support/storages.ts";
import { authorize, charge } from "./support/call.ts";

/** Reads the stream until something is in it. */
async function follow(
  sandbox: RunningSandbox,
): Promise<{ until(text: string, times?: number): Promise<string>; end(): Promise<void> }> {
  const url = await sandbox.listen({ port: 0 });
  const response = await fetch(`${url}/_sandbox/api/stream`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  return {
    until: async (text, times = 1) => {
      while (read.split(text).length <= times) {
        const { value, done } = (await reader?.read()) ?? { done: true };
        if (done) throw new Error(`The stream ended with: ${read}`);
        read += value;
      }
      return read;
    },
    end: async () => reader?.cancel(),
  };
}

onEachStorage("the stream", (makePlace, kind) => {
  test("sends one event for a change", async () => {
    await using sandbox = await createSandbox(await makePlace());
    const stream = await follow(sandbox);
    expect(await stream.until("\n\n")).toBe(": connected\n\n");
    await sandbox.control.charges.create(charge);
    expect(await stream.until("data: {}\n\n")).toBe(": connected\n\nevent: change\ndata: {}\n\n");
    await stream.end();
  });

  test("a follower who asks again over the same connection does not keep the sandbox from closing", async () => {
    const sandbox = await createSandbox(await makePlace());
    const url = await sandbox.listen({ port: 0 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const follow = (): Promise<void> =>
      new Promise((resolve) => {
        get(`${url}/_sandbox/api/stream`, { agent }, (response) => {
          response.once("data", () => resolve());
          // What a browser does when a stream ends.
          response.on("end", () => void follow());
          response.resume();
        }).on("error", () => {});
      });
    await follow();
    await sandbox.close();
    agent.destroy();
  });

  // A folder belongs to one process.
  if (kind === "sqlite") return;

  test("sends an event for a change of another process", async () => {
    const place = await makePlace();
    await using sandbox = await createSandbox(place);
    await using other = await createSandbox(place);
    const stream = await follow(sandbox);
    await stream.until(": connected");
    await other.control.charges.create(charge);
    await stream.until("event: change");
    await stream.end();
  });

  test("another process follows the clock, the settings and the faults", async () => {
    const place = await makePlace();
    await using sandbox = await createSandbox(place);
    await using other = await createSandbox(place);
    const authorization = await authorize(other);
    const lookUp = () =>
      other.fetch("http://localhost/api/v1/webhook", { headers: { authorization } });
    expect((await lookUp()).status).toBe(200);
    await sandbox.control.faults.add({ operation: "listWebhooks", kind: "error" });
    await expect.poll(async () => (await lookUp()).status).toBe(500);
    expect((await lookUp()).status).toBe(200);
    const { now } = await sandbox.control.clock.freeze();
    expect((await other.control.clock.read()).now).toBe(now);
    await sandbox.control.clock.advance("30m");
    expect((await lookUp()).status).toBe(401);
    await sandbox.control.settings.change({ dailyLimit: 123 });
    expect((await other.control.settings.read()).dailyLimit).toBe(123);
  });
});

test("a sandbox that closes ends its streams, and does not wait for them", async () => {
  const sandbox = await createSandbox();
  const stream = await follow(sandbox);
  await stream.until(": connected");
  await sandbox.close();
  await expect(stream.until("never")).rejects.toThrow("The stream ended");
});
