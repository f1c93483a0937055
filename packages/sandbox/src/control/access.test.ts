// Who may use the control plane. Over a port it is tried by access.slow.test.ts.
import { describe, expect, test } from "vitest";
import { refuseAccess } from "./access.ts";

const local = { exposed: false, publicUrl: "http://127.0.0.1:4020" };
const exposed = { exposed: true, publicUrl: "https://pix.example.com:8443/base" };

const refuse = (headers: Record<string, string>, sandbox = local, token?: string) =>
  refuseAccess({ headers } as never, sandbox, token);

describe("the host that is asked", () => {
  test.each([
    "localhost",
    "localhost:4020",
    "127.0.0.1:4020",
    "127.1.2.3",
    "[::1]:4020",
    "app.localhost",
    "LOCALHOST",
  ])("%s is this machine", (host) => {
    expect(refuse({ host })).toBeUndefined();
    expect(refuse({ host }, exposed, "t")?.code).toBe("UNAUTHORIZED");
  });

  test.each([
    "evil.example",
    "localhost.evil.example",
    "192.168.0.5:4020",
    "pix.example.com",
    "",
    "a b",
    "[::2]",
    "[::1",
    "0.0.0.0:4020",
    "localhost@evil.example",
    "evil.example#localhost",
  ])("%s is not", (host) => {
    expect(refuse({ host }, local, "t")).toEqual({
      status: 403,
      code: "FORBIDDEN",
      message: `The host ${host} is not the sandbox's: it answers as localhost and 127.0.0.1.`,
    });
  });

  test("none is named", () => {
    expect(refuse({})?.message).toContain("The host (none) is not the sandbox's");
  });

  test("a sandbox that others can reach answers to its name, and to any address: only a name can be made to lead here", () => {
    const authorization = "Bearer t";
    for (const host of [
      "pix.example.com",
      "pix.example.com:8443",
      "192.168.0.5",
      "[2001:db8::1]:80",
    ]) {
      expect(refuse({ host, authorization }, exposed, "t"), host).toBeUndefined();
    }
    for (const host of ["evil.example", "pix.example.com.evil.example", "1.evil.example"]) {
      expect(refuse({ host, authorization }, exposed, "t"), host).toMatchObject({
        status: 403,
        message: `The host ${host} is not the sandbox's: it answers as pix.example.com:8443.`,
      });
    }
  });
});

test.each([
  [{ origin: "http://localhost:4020" }, true],
  [{ origin: "http://localhost:9999" }, false],
  [{ origin: "https://evil.example" }, false],
  [{ origin: "null" }, false],
  [{ origin: "http://localhost:4020.evil.example" }, false],
  [{ origin: "http://localhost:4020", "sec-fetch-site": "cross-site" }, false],
  [{ "sec-fetch-site": "same-origin" }, true],
  [{ "sec-fetch-site": "none" }, true],
  [{ "sec-fetch-site": "same-site" }, false],
  [{ "sec-fetch-site": "cross-site" }, false],
])("of a page with %j: %s", (headers: Record<string, string>, isAllowed) => {
  const refusal = refuse({ host: "localhost:4020", ...headers });
  expect(refusal?.status).toBe(isAllowed ? undefined : 403);
  if (!isAllowed) expect(refusal?.message).toMatch(/^Pages of .* may not use the control plane\.$/);
});

test.each([
  [undefined, "missing"],
  ["Basic t", "missing"],
  ["Bearer", "missing"],
  ["xBearer t", "missing"],
  ["Bearer t x", "missing"],
  ["Bearer wrong", "wrong"],
  ["Bearer tt", "wrong"],
  ["Bearer t", undefined],
  ["bearer   t", undefined],
])("with the authorization %s the token is %s", (authorization, mistake) => {
  const refusal = refuse(
    { host: "localhost", ...(authorization !== undefined && { authorization }) },
    local,
    "t",
  );
  expect(refusal?.message.includes(mistake ?? "")).toBe(mistake === undefined ? undefined : true);
  if (refusal) expect(refusal).toMatchObject({ status: 401, code: "UNAUTHORIZED" });
});

test("the control plane of an exposed sandbox is off without a token", () => {
  expect(refuse({ host: "localhost", authorization: "Bearer t" }, exposed)).toMatchObject({
    status: 403,
    message: expect.stringContaining("Start it with a control token"),
  });
});
