import fc from "fast-check";
import { expect, test } from "vitest";
import {
  NotificationError,
  parseNotification,
  signNotification,
  verifyNotification,
} from "../../../generated/client/src/notifications.ts";
import { checkSignature, type SignatureScheme, sign } from "../../../packages/client/src/notifications/signature.ts";
import { verifySignature } from "../../support/verify-signature.ts";

const scheme: SignatureScheme = { header: "X-Signature", timestamp: "t", version: "v1", tolerance: 300 };
const text = fc.string({ unit: "binary", maxLength: 200 });
const body = fc.oneof(text, fc.uint8Array({ maxLength: 200 }), fc.constant("😀é".repeat(100_000)));
const secrets = fc.uniqueArray(fc.string({ unit: "binary", minLength: 1, maxLength: 60 }), {
  minLength: 1,
  maxLength: 4,
});
const time = fc.integer({ min: 0, max: 10 ** 11 });
const few = { numRuns: 60 };

/** Why a signature is not accepted; nothing where it is. */
async function refusal(check: Promise<unknown>): Promise<string | undefined> {
  const error = await check.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) return undefined;
  expect(error).toBeInstanceOf(NotificationError);
  return (error as NotificationError).reason;
}

test("what is signed is verified, by any of the secrets at either end", async () => {
  await fc.assert(
    fc.asyncProperty(body, secrets, time, fc.nat(), async (raw, all, now, pick) => {
      const one = all[pick % all.length] ?? "";
      expect(await refusal(checkSignature(scheme, raw, await sign(scheme, raw, all, now), one, { now }))).toBe(
        undefined,
      );
      expect(await refusal(checkSignature(scheme, raw, await sign(scheme, raw, one, now), all, { now }))).toBe(
        undefined,
      );
    }),
    { ...few, examples: [["", ["s"], 0, 0]] },
  );
});

test("one changed byte of the body, the time or the signature, or another secret, is refused", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 100 }),
      secrets,
      time,
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      async (raw, all, now, place, flip) => {
        const [secret = ""] = all;
        const header = await sign(scheme, raw, secret, now);
        const changed = Uint8Array.from(raw, (byte, index) => (index === place % raw.length ? byte ^ flip : byte));
        const check = (given: Uint8Array, signed: string, key = secret) =>
          refusal(checkSignature(scheme, given as Uint8Array<ArrayBuffer>, signed, key, { now, tolerance: 10 ** 12 }));
        expect(await check(raw, header)).toBe(undefined);
        expect(await check(changed, header)).toBe("wrong-signature");
        expect(await check(raw.slice(1), header)).toBe("wrong-signature");
        expect(await check(raw, header.replace(/t=\d+/, `t=${now + flip}`))).toBe("wrong-signature");
        expect(await check(raw, header, `${secret}x`)).toBe("wrong-signature");
        const start = header.indexOf("v1=") + 3;
        const at = start + (place % 64);
        const other = ((Number.parseInt(header.charAt(at), 16) + 1 + (flip % 15)) % 16).toString(16);
        expect(await check(raw, header.slice(0, at) + other + header.slice(at + 1))).toBe("wrong-signature");
      },
    ),
    few,
  );
});

test("clocks may differ by the tolerance and no more, whichever is ahead", async () => {
  const seconds = fc.integer({ min: 0, max: 10 ** 6 });
  await fc.assert(
    fc.asyncProperty(text, seconds, fc.integer({ min: -(10 ** 6), max: 10 ** 6 }), async (raw, tolerance, skew) => {
      const signed = 10 ** 9;
      const header = await sign(scheme, raw, "secret", signed);
      const found = await refusal(checkSignature(scheme, raw, header, "secret", { now: signed + skew, tolerance }));
      expect(found).toBe(Math.abs(skew) <= tolerance ? undefined : skew > 0 ? "too-old" : "too-new");
    }),
    few,
  );
});

test("any header is accepted or refused with a reason, never with another error", async () => {
  const part = fc.oneof(fc.constantFrom("t=1", "v1=", `v1=${"0".repeat(64)}`, "=", " "), fc.string({ unit: "binary" }));
  const header = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(","));
  await fc.assert(
    fc.asyncProperty(header, text, async (given, raw) => {
      expect(await refusal(checkSignature(scheme, raw, given, "secret", { now: 1 }))).toMatch(
        /^(unsigned|malformed-signature|wrong-signature)$/,
      );
    }),
    few,
  );
});

test("a notification with any content comes back as it was, and an independent check agrees on its signature", async () => {
  const notification = fc.record({
    id: fc.string({ minLength: 1 }),
    type: fc.string(),
    event: fc.string(),
    content: fc.jsonValue(),
  });
  await fc.assert(
    fc.asyncProperty(notification, fc.string({ minLength: 1 }), time, async (sent, secret, now) => {
      const raw = JSON.stringify(sent);
      const header = await signNotification(raw, secret, now);
      expect(await verifyNotification(raw, header, secret, { now })).toEqual(JSON.parse(raw));
      expect(verifySignature({ header, body: raw, secret, now })).toBe(true);
    }),
    few,
  );
});

test("any text is a notification or refused as one", () => {
  fc.assert(
    fc.property(fc.oneof(text, fc.json(), fc.uint8Array()), (raw) => {
      try {
        expect(parseNotification(raw as string)).toMatchObject({ id: expect.any(String), event: expect.any(String) });
      } catch (error) {
        expect(error).toMatchObject({ name: "NotificationError", reason: "unreadable" });
      }
    }),
  );
});
