// Each format of a string is sensitive or not, by decision: one that no list has would be logged, and the suite would not
// look for its values in errors.
import { formats, sensitiveFormats } from "@pix-contract/formats/index.ts";
import { expect, test } from "vitest";
import { document } from "../support/compiled-contract.ts";

/** Formats that identify no person, each with the reason. */
const others: Readonly<Record<string, string>> = {
  "br-code": "names the company that charges",
  "date-time": "a time",
  "end-to-end-id": "identifies a payment",
  "https-url": "an address of a company's server",
  "png-base64": "a picture of a BR Code",
  uuid: "as a random key it is made without data of its owner",
};

/** Formats of strings that a document has, wherever they are, also those that another field selects. */
function listFormats(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, format, "x-format-by": formatBy } = value as Record<string, unknown>;
  const isString = [type].flat().includes("string") && typeof format === "string";
  const selected = (formatBy as { formats?: Record<string, string> } | undefined)?.formats ?? {};
  return [
    ...(isString ? [format] : []),
    ...Object.values(selected),
    ...Object.values(value).flatMap(listFormats),
  ];
}

const used = [...new Set([...listFormats(document), ...Object.keys(formats)])].sort();

test("each format of the spec is in `sensitiveFormats` or in `others`, and in one of them", () =>
  expect([...sensitiveFormats, ...Object.keys(others)].sort()).toEqual(used));

test("a format that a new field has is among those of the spec", () => {
  const birth = { type: ["string", "null"], format: "birth-date" };
  expect(listFormats({ properties: { birth } })).toEqual(["birth-date"]);
});
