// Who may use the control plane: pages of other sites never, others than this machine with a token alone.
import { describe, expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { call } from "./support/call.ts";

describe("bound to loopback", () => {
  test("the stream is guarded like the rest", async () => {
    await using sandbox = await createSandbox();
    const headers = { host: "evil.example" };
    expect((await sandbox.fetch("http://localhost/_sandbox/api/stream", { headers })).status).toBe(
      403,
    );
  });
});

describe("reachable for others", () => {
  test.each([
    ["by its address", {}, "0.0.0.0"],
    ["by a public URL", { publicUrl: "https://pix.example" }, "127.0.0.1"],
    ["because it is said so", { exposed: true }, "127.0.0.1"],
  ])("%s: off without a token, in process it stays", async (_, options, host) => {
    await using sandbox = await createSandbox(options);
    const url = await sandbox.listen({ host, port: 0 });
    const { port } = new URL(url);
    const answer = await fetch(`http://127.0.0.1:${port}/_sandbox/api/state`);
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("Start it with a control token.");
    expect((await sandbox.control.state()).companies).toBe(1);
  });

  test("a sandbox that says that it is not exposed is open behind its public URL", async () => {
    await using sandbox = await createSandbox({ publicUrl: "https://pix.example", exposed: false });
    expect(
      (await call(sandbox, "GET", "/state", { headers: { host: "pix.example" } })).status,
    ).toBe(200);
    expect(
      (await call(sandbox, "GET", "/state", { headers: { host: "evil.example" } })).status,
    ).toBe(403);
  });
});
