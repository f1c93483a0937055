import { expect, test } from "vitest";
import { contract } from "../../../../test/support/tiny-contract.ts";
import { mockGuide } from "./mock-guide.ts";
import { replaceRegion } from "./region.ts";

const guide = "Before\n\n<!-- generated:answers -->\nold\n<!-- /generated:answers -->\n\nAfter\n";

test("a region is replaced, the rest is kept, and doing it again changes nothing", () => {
  const once = replaceRegion(guide, "answers", "new $& $1\n");
  expect(once).toBe("Before\n\n<!-- generated:answers -->\n\nnew $& $1\n\n<!-- /generated:answers -->\n\nAfter\n");
  expect(replaceRegion(once, "answers", "new $& $1\n")).toBe(once);
});

test.for([
  ["a missing opening marker", guide.replace("<!-- generated:", "<!-- "), "x", "<!-- generated:answers --> is missing"],
  ["a missing closing marker", guide.replace("<!-- /", "<!-- "), "x", "stands there 2 times"],
  ["no marker at all", "text", "x", "<!-- generated:answers --> is missing"],
  ["a doubled marker", guide + guide, "x", "<!-- generated:answers --> stands there 2 times"],
  ["markers in the wrong order", "<!-- /generated:answers --><!-- generated:answers -->", "x", "stands before"],
  ["content that would end the region", guide, "<!-- /generated:answers -->", "which would end it"],
] as const)("%s is an error", ([, text, content, message]) => {
  expect(() => replaceRegion(text, "answers", content)).toThrow(message);
});

test("the guide to the mock lists every answer with the header that asks for it", () => {
  const filled = mockGuide(contract, guide);
  expect(filled).toMatch(/^Before\n[\s\S]*\nAfter\n$/);
  expect(filled).toContain("curl -i -X PUT");
  expect(filled).toContain("| 200 | `Prefer: code=200, example=lent` |");
  expect(filled).toContain("| 409 `LENT_OUT` | `Prefer: code=409, example=lent-out` |");
  expect(mockGuide(contract, filled)).toBe(filled);
});
