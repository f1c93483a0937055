import { expect, test } from "vitest";
import { whyNotOn } from "./check-node.ts";

test("an old Node is named, and what is needed", () => {
  expect(["22.13.0", "24.21.0", "100.0.0"].map(whyNotOn)).toEqual([undefined, undefined, undefined]);
  expect(whyNotOn("20.19.5")).toBe("The suite needs Node 22.13.0 or later; this is Node 20.19.5.");
  expect(whyNotOn("22.9.0")).toContain("this is Node 22.9.0");
});
