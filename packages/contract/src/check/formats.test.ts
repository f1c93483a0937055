// Formats at the edges of what their sources allow, and with the cases of the JSON Schema Test Suite.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { standardFormats } from "./formats.ts";

type Name = keyof typeof standardFormats;

function isValid(name: Name, value: unknown): boolean {
  const format = standardFormats[name];
  if (typeof format === "function") return typeof value === "string" && format(value);
  return typeof value === "number" && format.validate(value);
}

test.for<[Name, min: number, max: number]>([
  ["int8", -128, 127],
  ["uint8", 0, 255],
  ["int16", -32_768, 32_767],
  ["uint16", 0, 65_535],
  ["int32", -2_147_483_648, 2_147_483_647],
  ["uint32", 0, 4_294_967_295],
  ["int64", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
  ["uint64", 0, Number.MAX_SAFE_INTEGER],
  ["unixtime", Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
])("%s goes from %d to %d, in whole numbers", ([name, min, max]) => {
  for (const value of [min, max, 1]) expect(isValid(name, value), String(value)).toBe(true);
  for (const value of [min - 1, max + 1, 0.5, Number.NaN, Infinity]) {
    expect(isValid(name, value), String(value)).toBe(false);
  }
});

test.for<Name>(["double", "float", "decimal", "decimal128", "seconds", "milliseconds"])(
  "%s is finite",
  (name) => {
    for (const value of [0.5, -1e300]) expect(isValid(name, value)).toBe(true);
    for (const value of [Number.NaN, Infinity, -Infinity]) expect(isValid(name, value)).toBe(false);
  },
);

const id = "00000000-0000-0000-0000-00000000000A";
const at = (second: string) => `2016-12-31T${second}`;
/** An e-mail address of some characters. */
const addressOf = (length: number): string =>
  `a@${"b.".repeat(length)}`.slice(0, length - 1).concat("c");

test.for<[Name, valid: string[], invalid: string[]]>([
  [
    "date-time",
    [at("23:59:60Z"), at("15:59:60-08:00"), at("18:29:60.5-05:30"), at("23:59:59+23:59")],
    [
      at("23:58:60Z"),
      at("22:59:60Z"),
      at("23:59:60-01:00"),
      at("23:59:61Z"),
      at("24:00:00Z"),
      at("23:59:59+24:00"),
    ],
  ],
  [
    "time",
    ["01:29:60+01:30", "12:00:00", "12:00:00.52"],
    ["23:59:60+00:30", "12:00", "12:60:00Z", "12:00:00+00:60"],
  ],
  [
    "date",
    ["2024-02-29", "2000-02-29", "2400-02-29", "2023-02-28", "0000-02-29", "2024-12-31"],
    [
      "1900-02-29",
      "2100-02-29",
      "2024-02-30",
      "2023-02-29",
      "2024-00-10",
      "2024-04-31",
      "2024-06-00",
      "2024-12-32",
      "2024-13-01",
      "2024-1-01",
      "2024-02",
      "+012024-02-29",
    ],
  ],
  [
    "duration",
    ["P1Y2D", "PT1H2S", "PT0.5S", "P2W"],
    ["P", "PT", "P1DT", "P1W2D", "1D", "P-1D", "PT1S1M"],
  ],
  [
    "email",
    ["a@b.c", "a.b+c@d-e.f", `${"a".repeat(64)}@b.c`, addressOf(254), `a@${"b".repeat(63)}.c`],
    [
      "a@b",
      ".a@b.c",
      "a..b@c.d",
      "a@-b.c",
      "a@b.c@d.e",
      `${"a".repeat(65)}@b.c`,
      addressOf(255),
      `a@${"b".repeat(64)}.c`,
    ],
  ],
  [
    "uri",
    [
      "https://a:b@c.d:8/e/?f=%20#g",
      "urn:a:b",
      "mailto:a@b.c",
      "http://[::1]/",
      "http://999.9.9.9/",
      "file:///a",
    ],
    [
      "/a",
      "a",
      "http:// a",
      "http://a/%6G",
      "http://a/%",
      "http://a/\\",
      "http://a/®",
      "http://a/<b>",
      "http:/[::1]",
    ],
  ],
  ["base64", ["", "YQ==", "YWI=", "YWJj"], ["YQ", "YQ=", "YQ==YQ==", "Y_-="]],
  ["base64url", ["", "YQ", "YQ==", "Y_-"], ["Y", "YQ=", "Y+/="]],
  ["uuid", [id], ["00000000-0000-0000-0000-00000000000G", "0".repeat(32), `0${id}`, `${id}0`]],
  [
    "http-date",
    ["Sun, 06 Nov 1994 08:49:37 GMT"],
    ["Mon, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37Z"],
  ],
])("%s", ([name, valid, invalid]) => {
  for (const value of valid) expect(isValid(name, value), value).toBe(true);
  for (const value of invalid) expect(isValid(name, value), value).toBe(false);
});

/** Cases that are decided otherwise here, by format. */
const differences: Partial<Record<Name, (value: string) => boolean>> = {
  // As ISO 8601 and TypeSpec have it.
  duration: (value) => ["PT0.5S", "P1Y2D", "PT1H2S"].includes(value),
  // TypeSpec's plainTime has no offset.
  time: (value) => !/Z|[+-]\d\d:/i.test(value),
  email: (value) => /^"|\[/.test(value),
  // RFC 3986 calls it a relative reference.
  uri: (value) => value.startsWith("//"),
};

const suite =
  process.env.JSON_SCHEMA_TEST_SUITE ??
  join(
    dirname(createRequire(import.meta.url).resolve("json-schema-test-suite/package.json")),
    "tests/draft4",
  );
const groups = readdirSync(join(suite, "optional"), { recursive: true, encoding: "utf8" })
  .filter((file) => /^format(\.json$|\/)/.test(file) && file.endsWith(".json"))
  .flatMap((file) => JSON.parse(readFileSync(join(suite, "optional", file), "utf8")) as Group[])
  .flatMap(({ schema: { format }, tests }) =>
    format && format in standardFormats ? [{ format, tests }] : [],
  );

interface Group {
  schema: { format?: Name };
  tests: { data: unknown; valid: boolean }[];
}

test("the JSON Schema Test Suite decides the same", () => {
  expect(groups.length).toBeGreaterThan(1);
  for (const { format, tests } of groups) {
    for (const { data, valid } of tests) {
      if (typeof data !== "string" || differences[format]?.(data)) continue;
      expect(isValid(format, data), `${format} ${data}`).toBe(valid);
    }
  }
});
