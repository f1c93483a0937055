import { decodeJwt, decodeProtectedHeader, SignJWT } from "jose";
import { expect, test } from "vitest";
import { issueToken, makeTokenChecker } from "../../../packages/sandbox/src/service/tokens.ts";
import { noon, openService } from "../support/service.ts";

const now = noon / 1000;

test("a token says who it is for, since when and until when, in whole seconds, and the rest", async () => {
  await using service = await openService();
  const { sandbox, company } = service;
  await service.setClock(noon + 999);
  const token = await issueToken(sandbox, company);
  expect(decodeProtectedHeader(token)).toEqual({ alg: "HS256", typ: "JWT" });
  expect(decodeJwt(token)).toEqual({
    type: "COMPANY",
    name: company.name,
    sub: company.id,
    iat: now,
    exp: now + 1_800,
    milliseconds: 999,
    jti: expect.stringMatching(/^\w{12}$/),
  });
  expect(await issueToken(sandbox, company), "each is another").not.toBe(token);
});

test.each([0, 1, 499, 500, 999])(
  "a token of %i ms past the second is good until the last millisecond that expiresIn says",
  async (milliseconds) => {
    await using service = await openService();
    const issued = await service.call("issueToken", {
      headers: { authorization: `Basic ${btoa(`${service.company.apiKey}:secret`)}` },
    });
    const { expiresIn } = issued.body as { expiresIn: number };
    await service.setClock(noon + milliseconds);
    const token = await issueToken(service.sandbox, service.company);
    const { check } = makeTokenChecker(service.sandbox);
    await service.setClock(noon + milliseconds + expiresIn - 1);
    expect(await check(token)).toEqual({ companyId: service.company.id });
    await service.setClock(noon + milliseconds + expiresIn);
    expect(await check(token)).toBe("TOKEN_EXPIRED");
  },
);

test("what another key signed, another algorithm, or what lacks a claim is no token", async () => {
  await using service = await openService();
  const { tokenKey } = service.sandbox.secrets;
  const { check } = makeTokenChecker(service.sandbox);
  const sign = (claims: object, key: Uint8Array = tokenKey, alg = "HS256") =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key);
  const whole = { type: "COMPANY", sub: service.company.id, exp: now + 60 };
  expect(await check(await sign(whole))).toEqual({ companyId: service.company.id });
  const [header, claims, signature] = (await sign(whole)).split(".");
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const others = [
    sign({ ...whole, type: "USER" }),
    sign({ ...whole, sub: undefined }),
    sign({ ...whole, exp: undefined }),
    sign(whole, Buffer.alloc(32, 9)),
    sign(whole, Buffer.alloc(64, 7), "HS512"),
    `${header}.${encode({ ...whole, exp: 9_999_999_999 })}.${signature}`,
    `${encode({ alg: "none" })}.${claims}.`,
    "no token",
  ];
  for (const other of others) expect(await check(await other)).toBe("INVALID_TOKEN");
});
