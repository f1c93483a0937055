import {
  checkSignature,
  type SignatureScheme,
  sign,
} from "@packages/client/src/notifications/signature.ts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { reasonOf } from "../support/reason.ts";

const scheme: SignatureScheme = {
  header: "X-Signature",
  timestamp: "t",
  version: "v1",
  tolerance: 300,
};
const text = fc.string({ unit: "binary", maxLength: 200 });
const body = fc.oneof(text, fc.uint8Array({ maxLength: 200 }), fc.constant("😀é".repeat(100_000)));
// One with a line break at its end is refused.
const secret = fc
  .string({ unit: "binary", minLength: 1, maxLength: 60 })
  .filter((one) => !/[\r\n]$/.test(one));
const secrets = fc.uniqueArray(secret, { minLength: 1, maxLength: 4 });
const time = fc.integer({ min: 0, max: 10 ** 11 });
const few = { numRuns: 60 };

test("what is signed is verified, by any of the secrets at either end", async () => {
  await fc.assert(
    fc.asyncProperty(body, secrets, time, fc.nat(), async (raw, all, now, pick) => {
      const one = all[pick % all.length] ?? "";
      expect(
        await reasonOf(
          checkSignature(scheme, raw, await sign(scheme, raw, all, now), one, { now }),
        ),
      ).toBe(undefined);
      expect(
        await reasonOf(
          checkSignature(scheme, raw, await sign(scheme, raw, one, now), all, { now }),
        ),
      ).toBe(undefined);
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
        const changed = Uint8Array.from(raw, (byte, index) =>
          index === place % raw.length ? byte ^ flip : byte,
        );
        const check = (given: Uint8Array, signed: string, key = secret) =>
          reasonOf(
            checkSignature(scheme, given as Uint8Array<ArrayBuffer>, signed, key, {
              now,
              tolerance: 10 ** 12,
            }),
          );
        expect(await check(raw, header)).toBe(undefined);
        expect(await check(changed, header)).toBe("wrong-signature");
        expect(await check(raw.slice(1), header)).toBe("wrong-signature");
        expect(await check(raw, header.replace(/t=\d+/, `t=${now + flip}`))).toBe(
          "wrong-signature",
        );
        expect(await check(raw, header, `${secret}x`)).toBe("wrong-signature");
        const start = header.indexOf("v1=") + 3;
        const at = start + (place % 64);
        const other = ((Number.parseInt(header.charAt(at), 16) + 1 + (flip % 15)) % 16).toString(
          16,
        );
        expect(await check(raw, header.slice(0, at) + other + header.slice(at + 1))).toBe(
          "wrong-signature",
        );
      },
    ),
    few,
  );
});

test("any header is accepted or refused with a reason, never with another error", async () => {
  const part = fc.oneof(
    fc.constantFrom("t=1", "v1=", `v1=${"0".repeat(64)}`, "=", " "),
    fc.string({ unit: "binary" }),
  );
  const header = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(","));
  await fc.assert(
    fc.asyncProperty(header, text, async (given, raw) => {
      expect(await reasonOf(checkSignature(scheme, raw, given, "secret", { now: 1 }))).toMatch(
        /^(unsigned|malformed-signature|wrong-signature)$/,
      );
    }),
    few,
  );
});
