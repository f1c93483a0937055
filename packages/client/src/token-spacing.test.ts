import { expect, test } from "vitest";
import { useManualTime } from "../../../test/support/time.ts";
import { createSpacing } from "./token-spacing.ts";

const refused = { status: 401, outcome: "refused" };

test("each refusal in turn doubles the delay up to the window, and a token ends that", () => {
  useManualTime();
  const spacing = createSpacing(1_000);
  const delays = Array.from({ length: 5 }, () => {
    spacing.observe(refused);
    return spacing.delay();
  });
  expect(delays).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  spacing.succeed();
  spacing.observe(refused);
  expect(spacing.delay()).toBe(1_000);
});

test.each([
  ["a refusal that names a longer delay", { ...refused, retryAfter: 3_000 }, 3_000],
  ["a rate limit", { ...refused, status: 429 }, 1_000],
  ["an error of the service that may pass", { ...refused, status: 503 }, 0],
  ["an outcome that is not known", { status: 401, outcome: "unknown" }, 0],
  ["no response", {}, 0],
])("after %s, %o, the next request waits %i ms", (_, error, delay) => {
  useManualTime();
  const spacing = createSpacing(1_000);
  spacing.observe(error);
  expect(spacing.delay()).toBe(delay);
});

test("five requests go at once, the sixth when the first leaves the window", () => {
  useManualTime();
  const spacing = createSpacing(1_000);
  expect(Array.from({ length: 5 }, () => spacing.count())).toEqual([0, 0, 0, 0, 5_000]);
  expect(spacing.room()).toBe(0);
});
