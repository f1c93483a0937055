import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount } from "../../../generated/client/src/helpers.ts";

test("any whole number of centavos can be read back, to the last digit", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (amount) => {
      const written = formatAmount(amount);
      expect(written).toMatch(/^-?R\$\u00a0\d{1,3}(\.\d{3})*,\d\d$/);
      expect(BigInt(written.replace(/[^\d-]/g, ""))).toBe(BigInt(amount));
    }),
    { examples: [[0], [-1], [Number.MAX_SAFE_INTEGER], [Number.MIN_SAFE_INTEGER]] },
  );
});

test("what is no whole number is refused", () => {
  const wrong = fc.oneof(
    fc.double().filter((value) => !Number.isSafeInteger(value)),
    fc.string(),
    fc.constantFrom(null, undefined, true, 1n),
  );
  fc.assert(
    fc.property(wrong, (amount) => {
      expect(() => formatAmount(amount as number)).toThrow(TypeError);
    }),
  );
});
