import { describe, expect, test } from "vitest";
import { parseSignatureHeader, verifySignature } from "./signature.ts";

// HMACs from another implementation (Python's hmac module).
const body = '{"id":"wh_1","valor":"São Paulo"}';
const time = 1795186931;
const hmac = "8ae7a0da707ed8a7dae1d50fb63850b581a0426269d735a5a7ae83353490ce27";
const otherHmac = "706a1db613a00fd8f66999c944aa1b82fdfa449d2d0f149e433893f0ce74d535";
const check = { header: `t=${time},v1=${hmac}`, body, secret: "segredo-de-teste", now: time, tolerance: 300 };

describe("parseSignatureHeader", () => {
  test("reads time and signature", () => {
    expect(parseSignatureHeader(check.header)).toEqual({ time: String(time), seconds: time, signatures: [hmac] });
  });

  test("reads every signature while a secret is being replaced", () => {
    expect(parseSignatureHeader(`t=1,v1=${hmac},v1=${otherHmac}`).signatures).toEqual([hmac, otherHmac]);
  });

  test("keeps the time as it was signed", () => {
    expect(parseSignatureHeader(`t=0012,v1=${hmac}`)).toMatchObject({ time: "0012", seconds: 12 });
  });

  test.for([
    ["nothing", ""],
    ["no signature", `t=${time}`],
    ["no time", `v1=${hmac}`],
    ["an empty time", `t=,v1=${hmac}`],
    ["the time last", `v1=${hmac},t=${time}`],
    ["a time below zero", `t=-1,v1=${hmac}`],
    ["a time with decimals", `t=1.5,v1=${hmac}`],
    ["a time as a date", `t=2026-11-20T23:22:11Z,v1=${hmac}`],
    ["a time in full-width digits", `t=１,v1=${hmac}`],
    ["a time past any clock", `t=99999999999999999,v1=${hmac}`],
    ["two times", `t=1,t=2,v1=${hmac}`],
    ["upper-case hex", `t=1,v1=${hmac.toUpperCase()}`],
    ["63 hex digits", `t=1,v1=${hmac.slice(1)}`],
    ["65 hex digits", `t=1,v1=${hmac}0`],
    ["an empty signature behind a good one", `t=1,v1=${hmac},v1=`],
    ["another version", `t=1,v0=${hmac}`],
    ["a blank behind the comma", `t=1, v1=${hmac}`],
    ["a comma at the end", `t=1,v1=${hmac},`],
    ["a trailing newline", `t=1,v1=${hmac}\n`],
  ] as const)("refuses %s", ([, value]) => {
    expect(() => parseSignatureHeader(value)).toThrow(/^signature: /);
  });
});

describe("verifySignature", () => {
  const empty = "76d1287dfbb3095753178255d81901363ad011ff7be477b1ff707fbe5e42dc22";
  test.for([
    ["the signed body", {}],
    ["the signed body as bytes", { body: new TextEncoder().encode(body) }],
    ["an empty body", { header: `t=0,v1=${empty}`, body: "", now: 0 }],
    ["the new secret's signature, in second place", { header: `t=${time},v1=${otherHmac},v1=${hmac}` }],
    ["the old secret's signature, in first place", { header: `t=${time},v1=${hmac},v1=${otherHmac}` }],
    ["another secret with its own signature", { header: `t=${time},v1=${otherHmac}`, secret: "outro-segredo" }],
    ["a delivery as old as the tolerance", { now: time + 300 }],
    ["a clock behind by the tolerance", { now: time - 300 }],
    ["no tolerance at the very second", { tolerance: 0 }],
  ] as const)("accepts %s", ([, changes]) => {
    expect(verifySignature({ ...check, ...changes })).toBe(true);
  });

  test.for([
    ["another body", { body: body.replace("wh_1", "wh_2") }],
    ["a body that was parsed and written again", { body: JSON.stringify(JSON.parse(body), null, 1) }],
    ["a newline behind the body", { body: `${body}\n` }],
    ["another secret", { secret: "outro-segredo" }],
    ["an empty secret", { secret: "" }],
    ["another time than the signed one", { header: `t=${time + 1},v1=${hmac}` }],
    ["the signed time written in another way", { header: `t=0${time},v1=${hmac}` }],
    ["a signature with one wrong digit", { header: `t=${time},v1=${hmac.replace(/7$/, "6")}` }],
    ["a delivery older than the tolerance", { now: time + 301 }],
    ["a delivery from further ahead than the tolerance", { now: time - 301 }],
    ["a clock that is not a number", { now: Number.NaN }],
  ] as const)("refuses %s", ([, changes]) => {
    expect(verifySignature({ ...check, ...changes })).toBe(false);
  });

  test("has a tolerance of five minutes unless told otherwise", () => {
    const { tolerance: _, ...withoutTolerance } = check;
    expect(verifySignature({ ...withoutTolerance, now: time + 300 })).toBe(true);
    expect(verifySignature({ ...withoutTolerance, now: time + 301 })).toBe(false);
  });

  test("throws on a header that it cannot read", () => {
    expect(() => verifySignature({ ...check, header: hmac })).toThrow(/^signature: /);
  });
});
