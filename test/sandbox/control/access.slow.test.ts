// Who may use the control plane: pages of other sites never, others than this machine with a token alone.
import { request } from "node:http";
import { describe, expect, test } from "vitest";
import { createSandbox } from "../../../packages/sandbox/src/create-sandbox.ts";
import { call } from "./support/call.ts";

/** Asks over a socket, with the headers just as they are given. */
function ask(url: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers, setHost: false }, (response) => {
      let body = "";
      response.setEncoding("utf8");
      response.on("data", (text: string) => {
        body += text;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.on("error", reject);
    asked.end();
  });
}

describe("bound to loopback", () => {
  test.each([
    ["localhost", 200],
    ["localhost:4020", 200],
    ["127.0.0.1:4020", 200],
    ["127.9.9.9", 200],
    ["[::1]:4020", 200],
    ["shop.localhost", 200],
    ["LOCALHOST", 200],
    ["evil.example", 403],
    ["evil.example:4020", 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost.evil.example", 403],
    ["192.168.0.7:4020", 403],
    ["0.0.0.0:4020", 403],
    ["localhost@evil.example", 403],
    ["evil.example#localhost", 403],
    ["", 403],
    ["[::1", 403],
  ])("Host: %s is answered with %i", async (host, status) => {
    await using sandbox = await createSandbox();
    const url = await sandbox.listen({ port: 0 });
    const answer = await ask(`${url}/_sandbox/api/state`, { host });
    expect(answer.status, answer.body).toBe(status);
    if (status === 403) expect(JSON.parse(answer.body).error.code).toBe("FORBIDDEN");
  });

  test.each([
    [{ origin: "http://localhost:4020" }, 200],
    [{ origin: "http://localhost:4020", "sec-fetch-site": "same-origin" }, 200],
    [{ "sec-fetch-site": "none" }, 200],
    [{ origin: "http://localhost:4010" }, 403],
    [{ origin: "https://evil.example" }, 403],
    [{ origin: "null" }, 403],
    [{ origin: "http://localhost:4020.evil.example" }, 403],
    [{ "sec-fetch-site": "cross-site" }, 403],
    [{ "sec-fetch-site": "same-site" }, 403],
    [{ origin: "http://localhost:4020", "sec-fetch-site": "cross-site" }, 403],
  ])("%j is answered with %i, and a refusal does nothing", async (headers, status) => {
    await using sandbox = await createSandbox();
    const answer = await call(sandbox, "POST", "/clock/freeze", { headers: { host: "localhost:4020", ...headers } });
    expect(answer.status).toBe(status);
    expect((await sandbox.control.clock.read()).frozen).toBe(status === 200);
  });

  test("a form of another site, as a browser sends it without asking first, changes nothing", async () => {
    await using sandbox = await createSandbox();
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const answer = await call(sandbox, "POST", "/charges", {
        body: '{"amountInCents":1}',
        headers: { "content-type": type },
      });
      expect(answer.status).toBe(415);
    }
    expect((await sandbox.control.state()).charges).toBe(0);
  });

  test("the stream is guarded like the rest", async () => {
    await using sandbox = await createSandbox();
    const url = await sandbox.listen({ port: 0 });
    expect((await ask(`${url}/_sandbox/api/stream`, { host: "evil.example" })).status).toBe(403);
  });

  test("a token that is given is asked for", async () => {
    await using sandbox = await createSandbox({ controlToken: "t0ken" });
    const missing = await call(sandbox, "GET", "/state");
    expect(missing).toMatchObject({ status: 401, body: { error: { code: "UNAUTHORIZED" } } });
    expect(missing.headers.get("www-authenticate")).toBe("Bearer");
    for (const authorization of ["Bearer no", "Bearer t0ken2", "Basic dDBrZW4=", "t0ken", "Bearer "]) {
      expect((await call(sandbox, "GET", "/state", { headers: { authorization } })).status, authorization).toBe(401);
    }
    expect((await call(sandbox, "GET", "/state", { headers: { authorization: "Bearer t0ken" } })).status).toBe(200);
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
    const answer = await ask(`http://127.0.0.1:${port}/_sandbox/api/state`, { host: `127.0.0.1:${port}` });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body).error.message).toContain("Start it with a control token.");
    expect((await sandbox.control.state()).companies).toBe(1);
  });

  test.each([
    [{ host: "pix.example" }, 401],
    [{ host: "pix.example", authorization: "Bearer wrong" }, 401],
    [{ host: "pix.example", authorization: "Bearer t0ken" }, 200],
    [{ host: "203.0.113.9:4020", authorization: "Bearer t0ken" }, 200],
    [{ host: "evil.example", authorization: "Bearer t0ken" }, 403],
    [{ host: "pix.example", origin: "https://pix.example", authorization: "Bearer t0ken" }, 200],
    [{ host: "pix.example", origin: "https://evil.example", authorization: "Bearer t0ken" }, 403],
  ])("with a token, %j is answered with %i", async (headers, status) => {
    await using sandbox = await createSandbox({ controlToken: "t0ken", publicUrl: "https://pix.example" });
    const url = await sandbox.listen({ port: 0 });
    expect((await ask(`${url}/_sandbox/api/state`, headers)).status).toBe(status);
  });

  test("a sandbox that says that it is not exposed is open behind its public URL", async () => {
    await using sandbox = await createSandbox({ publicUrl: "https://pix.example", exposed: false });
    expect((await call(sandbox, "GET", "/state", { headers: { host: "pix.example" } })).status).toBe(200);
    expect((await call(sandbox, "GET", "/state", { headers: { host: "evil.example" } })).status).toBe(403);
  });
});
