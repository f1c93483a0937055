import { expect, test } from "vitest";
import { decide } from "./decisions.ts";

test("an acceptance counts on its last day, and is over on the day after", () => {
  const change = { kind: "body-limit-lowered", severity: "breaking", fingerprint: "0123456789ab" } as never;
  const acceptance = {
    fingerprint: "0123456789ab",
    reason: "No caller sends so much.",
    by: "Ana",
    until: "2027-06-30",
  };
  const on = (today: string) => decide([change], { severities: {}, accepted: [acceptance] }, today);
  expect(on("2027-06-30")).toEqual({ changes: [], accepted: [{ change, acceptance }], stale: [] });
  expect(on("2027-07-01")).toEqual({ changes: [change], accepted: [], stale: [{ acceptance, isOver: true }] });
});
