import { expect, test } from "vitest";
import { makeRedactor } from "./redact.ts";

const redact = makeRedactor(["document"]);

test("an error is logged without what a database puts into it", () => {
  const cause = Object.assign(new Error('invalid input syntax for type integer: "529.982.247-25"'), {
    code: "22P02",
    detail: "Failing row contains (52998224725, ana@example.com).",
    where: "unnamed portal parameter $1 = '52998224725'",
    parameters: ["52998224725"],
    query: "insert into customers values ('52998224725')",
  });
  const error = new TypeError("Key (document)=(52998224725) already exists for ana@example.com.", { cause });
  const text = JSON.stringify(redact({ err: error }));
  expect(text).not.toMatch(/52998224725|529\.982|ana@|insert into/);
  expect(JSON.parse(text).err).toMatchObject({ name: "TypeError", reason: { code: "22P02", name: "Error" } });
  expect(JSON.parse(text).err.stack).toMatch(/^TypeError: .*\n +at /);
});

test("a message without values stays readable", () => {
  expect(redact({ err: new Error("The power is gone after 3 of 10 tries.") }).err).toMatchObject({
    message: "The power is gone after 3 of 10 tries.",
  });
});
