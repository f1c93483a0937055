import { expect, test } from "vitest";
import { envelope, plainOperation } from "../../../../test/server/support/core.ts";
import type { Cause, ContractTable, ErrorBodyParts, ErrorEntry } from "../contract-table.ts";
import { errorBody, errorFor, errorType } from "./error-body.ts";

const error = (code: string) => ({ code, status: 418, message: `${code}.`, list: true });
const contract: ContractTable = {
  title: "",
  version: "",
  bodyLimit: null,
  operations: [],
  sensitive: [],
  errors: { OWN: error("OWN"), GENERAL: error("GENERAL") },
  anywhere: { validation: "GENERAL", internal: "NOWHERE" },
};

test("a cause has the operation's error, or the contract's, or a substitute with details that are no list", () => {
  const operation = { ...plainOperation, causes: { validation: "OWN" } };
  expect(errorFor(contract, "validation", operation)).toEqual(error("OWN"));
  expect(errorFor(contract, "validation", plainOperation)).toEqual(error("GENERAL"));
  expect(errorFor(contract, "validation")).toEqual(error("GENERAL"));
  const substitute = {
    code: "INTERNAL_ERROR",
    status: 500,
    message: "Something went wrong.",
    list: false,
  };
  expect(errorFor(contract, "internal")).toEqual(substitute);
  expect(errorFor(contract, "rate-limit", operation)).toMatchObject({ status: 429, list: false });
});

const declared: ContractTable = { ...contract, errorBody: envelope };

test("an error's body has its own message unless another is given, and details where there are some", () => {
  const timestamp = "1970-01-01T00:00:01.000Z";
  expect(JSON.parse(errorBody(declared, error("OWN"), 1000))).toEqual({
    success: false,
    error: { code: "OWN", message: "OWN." },
    timestamp,
  });
  expect(JSON.parse(errorBody(declared, error("OWN"), 1000, "Not so.", 0))).toEqual({
    success: false,
    timestamp,
    error: { code: "OWN", message: "Not so.", details: 0 },
  });
});

test("characters that JSON writers cannot agree on are replaced, beside exact integers and backslashes", () => {
  const details = { lone: "a\ud800\0", line: "\u001f", backslash: "\\u0000", total: 2n ** 64n };
  expect(errorBody(declared, error("OWN"), 1000, "\udfff", details)).toBe(
    `{"success":false,"error":{"code":"OWN","message":"\ufffd","details":{"lone":"a\ufffd\ufffd","line":"\\u001f","backslash":"\\\\u0000","total":18446744073709551616}},"timestamp":"1970-01-01T00:00:01.000Z"}`,
  );
});

test("a figure in a message is that of the details, or else the one of the contract's example", () => {
  const message = ({ ...rule }: Partial<ErrorEntry>, ...given: [string?, unknown?]) => {
    const own = { ...error("OWN"), ...rule };
    return JSON.parse(errorBody(declared, own, 0, ...given)).error.message;
  };
  const many = { message: "{limit} of {all} {it}.", figures: { limit: "10", all: "20" } };
  expect(message(many, undefined, { limit: 1, all: 0 })).toBe("1 of 0 {it}.");
  expect(message(many, undefined, { limit: "many", it: 5 })).toBe("10 of 20 {it}.");
  expect(message(many)).toBe("10 of 20 {it}.");
  expect(message(many, "Only {limit}.", { limit: 1 })).toBe("Only {limit}.");
  const large = { message: "Above {limit}.", figures: { limit: "256 KiB" } };
  for (const [limit, text] of [
    [262_144, "256 KiB"],
    [1024, "1 KiB"],
    [1000, "1000 bytes"],
    [0, "0 bytes"],
  ] as const)
    expect(message(large, undefined, { limit })).toBe(`Above ${text}.`);
});

test("a contract without errors has problem details, and what an operation declares for a status has its form", () => {
  const usual = JSON.parse(errorBody(contract, errorFor(contract, "internal"), 1000));
  expect(usual).toEqual({
    type: "about:blank",
    title: "Something went wrong.",
    status: 500,
    code: "INTERNAL_ERROR",
  });
  expect(errorType(contract, errorFor(contract, "internal"))).toBe("application/problem+json");

  const responses = [
    {
      from: 422,
      to: 422,
      mediaType: "application/json",
      error: ({ message }: ErrorBodyParts) => ({ reason: message }),
    },
    {
      from: 400,
      to: 599,
      mediaType: "application/vnd.b+json",
      error: ({ status }: ErrorBodyParts) => ({ status }),
    },
  ];
  const operation = { ...plainOperation, responses };
  const bodyOf = (cause: Cause) => {
    const found = errorFor(declared, cause, operation);
    return [found.status, errorType(declared, found), JSON.parse(errorBody(declared, found, 1000))];
  };
  expect(bodyOf("malformed-body")).toEqual([
    422,
    "application/json",
    { reason: "The body cannot be read." },
  ]);
  expect(bodyOf("media-type")).toEqual([415, "application/vnd.b+json", { status: 415 }]);
});
