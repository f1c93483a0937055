// Signatures of Standard Webhooks; the values are the example of its libraries, and what breaks each part of it.
import { expect, test } from "vitest";
import { checkSignature, type SignatureScheme, sign } from "./standard-webhooks.ts";

const scheme: SignatureScheme = {
  id: "webhook-id",
  timestamp: "webhook-timestamp",
  header: "webhook-signature",
  version: "v1",
  tolerance: 300,
};
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const now = 1_614_265_330;
const body = '{"test": 2432232314}';
const signature = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
const headers = {
  "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
  "webhook-timestamp": String(now),
  "webhook-signature": signature,
};
const other = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD";

const check = (given: object, text = body, secrets: string | string[] = secret, at = now) =>
  checkSignature(scheme, text, given as never, secrets, { now: at }).then(
    () => "accepted",
    (error) => error.reason ?? error.message,
  );

test.each([
  ["as the example", headers],
  ["in headers of Fetch", new Headers(headers)],
  [
    "beside a signature of another version",
    { ...headers, "webhook-signature": `v1a,xyz ${signature}` },
  ],
  [
    "beside a signature with another secret",
    { ...headers, "webhook-signature": `v1,${"A".repeat(43)}= ${signature}` },
  ],
])("%s it is accepted", async (_, given) => {
  expect(await check(given)).toBe("accepted");
});

test.each([
  ["another id", { ...headers, "webhook-id": "msg_other" }, "wrong-signature"],
  ["another time", { ...headers, "webhook-timestamp": String(now + 1) }, "wrong-signature"],
  ["no id", { ...headers, "webhook-id": "" }, "unsigned"],
  ["no time", { ...headers, "webhook-timestamp": undefined }, "unsigned"],
  ["no signature", { ...headers, "webhook-signature": "" }, "unsigned"],
  [
    "a signature of another version alone",
    { ...headers, "webhook-signature": signature.replace("v1,", "v2,") },
    "malformed-signature",
  ],
  [
    "a signature that is not Base64",
    { ...headers, "webhook-signature": "v1,g0hM" },
    "malformed-signature",
  ],
])("%s is refused", async (_, given, reason) => {
  expect(await check(given)).toBe(reason);
});

test("another body and another secret are refused, one of several secrets is enough", async () => {
  expect(await check(headers, `${body} `)).toBe("wrong-signature");
  expect(await check(headers, body, other)).toBe("wrong-signature");
  expect(await check(headers, body, [other, secret])).toBe("accepted");
  expect(await check(headers, body, secret.replace("whsec_", ""))).toBe("accepted");
  expect(await check(headers, body, "whsec_%%")).toMatch(/must be Base64/);
});

test.each([
  [-301, "too-new"],
  [-300, "accepted"],
  [300, "accepted"],
  [301, "too-old"],
])("%d seconds later: %s", async (later, result) => {
  expect(await check(headers, body, secret, now + later)).toBe(result);
});

test("what is signed here has the headers of the example", async () => {
  const text = '{"id":"msg_1","type":"order","event":"paid"}';
  const signed = await sign(scheme, text, [secret, other], now + 0.9);
  expect(signed).toMatchObject({ "webhook-id": "msg_1", "webhook-timestamp": String(now) });
  expect(await check(signed, text)).toBe("accepted");
  expect(await check(signed, text, other)).toBe("accepted");
});
