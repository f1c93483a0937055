import { expect, test } from "vitest";
import { replaceRegion } from "./region.ts";

const guide = "Before\n\n<!-- generated:answers -->\nold\n<!-- /generated:answers -->\n\nAfter\n";

test("a region is replaced, the rest is kept, and a second run changes nothing", () => {
  const once = replaceRegion(guide, "answers", "new $& $1\n");
  expect(once).toBe(
    "Before\n\n<!-- generated:answers -->\n\nnew $& $1\n\n<!-- /generated:answers -->\n\nAfter\n",
  );
  expect(replaceRegion(once, "answers", "new $& $1\n")).toBe(once);
});

test.for([
  [
    "a missing opening marker",
    guide.replace("<!-- generated:", "<!-- "),
    "x",
    "<!-- generated:answers --> is missing",
  ],
  ["a missing closing marker", guide.replace("<!-- /", "<!-- "), "x", "stands there 2 times"],
  ["no marker at all", "text", "x", "<!-- generated:answers --> is missing"],
  ["a doubled marker", guide + guide, "x", "<!-- generated:answers --> stands there 2 times"],
  [
    "markers in the wrong order",
    "<!-- /generated:answers --><!-- generated:answers -->",
    "x",
    "stands before",
  ],
  ["content that would end the region", guide, "<!-- /generated:answers -->", "which would end it"],
] as const)("%s is an error", ([, text, content, message]) => {
  expect(() => replaceRegion(text, "answers", content)).toThrow(message);
});
