import { expect, test } from "vitest";
import { findFigures } from "./message-figures.ts";

const find = (message: string, example?: unknown) =>
  findFigures({
    code: "A",
    status: 400,
    message,
    ...(example !== undefined && { details: { example } }),
  } as never);

test.for<[message: string, example: unknown, template: string, figures?: object]>([
  ["Already 10 of them.", { limit: 10 }, "Already {limit} of them.", { limit: "10" }],
  ["From 1 to 1000.", { max: 1000, min: 1 }, "From {min} to {max}.", { max: "1000", min: "1" }],
  ["1 or 1.", { a: 1, b: 1 }, "{a} or {b}.", { a: "1", b: "1" }],
  ["Larger than 256 KiB.", { limit: 262_144 }, "Larger than {limit}.", { limit: "256 KiB" }],
  ["Larger than 2 MiB", { limit: 2_097_152 }, "Larger than {limit}", { limit: "2 MiB" }],
  // Parts of other figures and words are none.
  ["At 10.5 of a10, 1,10 and 110.", { limit: 10 }, "At 10.5 of a10, 1,10 and 110."],
  ["Already 10 of them.", { limit: "10", path: "x" }, "Already 10 of them."],
  ["Already 10 of them.", [{ limit: 10 }], "Already 10 of them."],
  ["Already 10 of them.", undefined, "Already 10 of them."],
])("%s with the details %j", ([message, example, template, figures]) => {
  expect(find(message, example)).toEqual({ message: template, ...(figures && { figures }) });
});
