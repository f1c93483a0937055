import { describe, expect, test } from "vitest";
import keys from "../../../../test/fixtures/vectors/pix-keys.json" with { type: "json" };
import { isPixEmail, isPixKey, isPixPhone, isRandomPixKey, kindOfPixKey } from "./pix-key.ts";

const kinds = { CPF: "cpf", CNPJ: "cnpj", PHONE: "phone", EMAIL: "email", EVP: "random" } as const;
const names = ["CPF", "CNPJ", "PHONE", "EMAIL", "EVP"] as const;
/** The directory's pattern allows it; that it is no Brazilian mobile number does not matter to another country. */
const foreignPhone = "+351912345678";

const rowsOf = (list: "valid" | "invalid") =>
  names.flatMap((name) => keys[name][list].map(({ value, source }) => [value, kinds[name], source] as const));

describe("keys of the vectors", () => {
  test.for(rowsOf("valid"))("%j is a key of kind %s (%s)", ([value, kind]) => {
    expect(kindOfPixKey(value)).toBe(kind);
    expect(isPixKey(value)).toBe(true);
  });

  const refused = rowsOf("invalid").filter(([value]) => value !== foreignPhone);
  test.for(refused)("%j, listed under %s, is no key of any kind (%s)", ([value]) => {
    expect(kindOfPixKey(value)).toBeUndefined();
    expect(isPixKey(value)).toBe(false);
  });

  test("the number of another country, listed as ambiguous, is a key", () => {
    expect(keys.PHONE.invalid.map(({ value }) => value)).toContain(foreignPhone);
    expect(kindOfPixKey(foreignPhone)).toBe("phone");
  });
});

describe("isPixPhone", () => {
  test.for(["+5511900000000", "+5599999999999", "+12025550123", "+999", "+1234567890123456"])("accepts %s", (phone) => {
    expect(isPixPhone(phone)).toBe(true);
  });

  test.for([
    ["", "nothing"],
    ["+12", "two digits"],
    ["+12345678901234567", "more digits than the pattern has"],
    ["+5510912345678", "a zero in the area code"],
    ["+5501912345678", "a zero in front of the area code"],
    ["+551132345678", "a landline of Brazil"],
    ["+551191234567", "a mobile number without its ninth digit"],
    ["+55119123456789", "a digit too many for Brazil"],
    ["+55", "Brazil's code alone"],
    ["++5511912345678", "two plus signs"],
    ["005511912345678", "zeros for the plus sign"],
    ["+5511912345678\n", "a trailing newline"],
    ["+351912345678\n", "a trailing newline, other country"],
    ["+55 11 91234-5678", "punctuation"],
    ["+５５11912345678", "full-width digits"],
    ["+55119123４5678", "one full-width digit"],
    ["＋5511912345678", "a full-width plus sign"],
  ] as const)("refuses %j: %s", ([phone]) => {
    expect(isPixPhone(phone)).toBe(false);
  });
});

describe("isPixEmail", () => {
  const domain = "example.com";
  test.for([
    [`${"a".repeat(76 - domain.length)}@${domain}`, true, "77 characters"],
    [`${"a".repeat(77 - domain.length)}@${domain}`, false, "78 characters"],
    [`a@${"b".repeat(63)}.com`, true, "a label of 63 characters"],
    [`a@${"b".repeat(64)}.com`, false, "a label of 64 characters"],
    ["a@-b.com", false, "a label that starts with a hyphen"],
    ["a@b-.com", false, "a label that ends with a hyphen"],
    ["a@b..com", false, "an empty label"],
    ["a@@b.com", false, "two at signs"],
    ["@b.com", false, "no local part"],
    ["a@b.com\n", false, "a trailing newline"],
    ["a@exämple.com", false, "an accent"],
    ["а@b.com", false, "a Cyrillic a"],
    ["maria+pix@example.com", true, "a plus sign"],
  ] as const)("%j: %s (%s)", ([email, expected]) => {
    expect(isPixEmail(email)).toBe(expected);
  });
});

describe("isRandomPixKey", () => {
  test.for([
    ["123e4567-e12b-72d1-a456-426655440000", true, "version 7"],
    ["00000000-0000-0000-0000-000000000000", true, "zeros: the pattern knows no version"],
    ["123e4567-e12b-12d1-a456-426655440000\n", false, "a trailing newline"],
    ["123e4567-e12b-12d1-a456-42665544000g", false, "a letter that is no hex digit"],
    ["123e4567-e12b-12d1-a456-4266554400０0", false, "a full-width digit"],
    ["", false, "nothing"],
  ] as const)("%j: %s (%s)", ([key, expected]) => {
    expect(isRandomPixKey(key)).toBe(expected);
  });
});
