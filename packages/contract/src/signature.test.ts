import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { signWith } from "./signature.ts";

const rule = { header: "x-signature", signed: "{timestamp}.{body}", timestamp: "t", version: "v1" };
const hash = (secret: string, text: string) =>
  createHmac("sha256", secret).update(text).digest("hex");

test("time and body are signed, in whole seconds, and the body stays as it is", () => {
  const body = '{"note":"{timestamp} {body} ção"}';
  const { "x-signature": value } = signWith(rule, "7", body, { secret: "s", now: 1_999 });
  expect(value).toBe(`t=1,v1=${hash("s", `1.${body}`)}`);
});

test("nothing is signed without a secret, or with an empty one", () => {
  for (const secret of ["", [], ["", "old"], ["new", ""]]) {
    expect(() => signWith(rule, "7", "x", { secret }), JSON.stringify(secret)).toThrow(RangeError);
  }
});
