import { expect, test } from "vitest";
import { decide, readDecisions } from "./decisions.ts";

test("an acceptance counts on its last day, and is over on the day after", () => {
  const change = {
    kind: "body-limit-lowered",
    severity: "breaking",
    fingerprint: "0123456789ab",
  } as never;
  const acceptance = {
    fingerprint: "0123456789ab",
    reason: "No caller sends so much.",
    by: "Ana",
    until: "2027-06-30",
  };
  const on = (today: string) =>
    decide([change], { severities: {}, accepted: [acceptance], noticeMonths: 0 }, today);
  expect(on("2027-06-30")).toEqual({ changes: [], accepted: [{ change, acceptance }], stale: [] });
  expect(on("2027-07-01")).toEqual({
    changes: [change],
    accepted: [],
    stale: [{ acceptance, isOver: true }],
  });
});

test.each(["2026-02-30", "2027-02-29", "2026-13-01", "26-02-01"])(
  "an acceptance cannot end on %s",
  (until) => {
    const text = `accepted: [{ fingerprint: "0123456789ab", reason: none, by: Ana, until: ${until} }]`;
    expect(() => readDecisions(text, "review.yaml")).toThrow("review.yaml: ");
    expect(readDecisions(text.replace(until, "2028-02-29"), "review.yaml").accepted).toHaveLength(
      1,
    );
  },
);
