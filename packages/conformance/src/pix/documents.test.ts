import { describe, expect, test } from "vitest";
import documents from "../../../../test/fixtures/vectors/documents.json" with { type: "json" };
import { isCnpj, isCpf } from "./documents.ts";

const pairs = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, "0"));

describe("isCpf", () => {
  test.for(documents.cpf.valid)("accepts $value ($source)", ({ value }) => {
    expect(isCpf(value)).toBe(true);
  });

  test.for(documents.cpf.invalid)("refuses $value ($source)", ({ value }) => {
    expect(isCpf(value)).toBe(false);
  });

  test.for(documents.notes.cpf_repeated_pass_mod11)("refuses %s, whose check digits are right", (value) => {
    expect(isCpf(value)).toBe(false);
  });

  test.for(["529982247", "123456789", "000000001"])("finds one pair of check digits for %s", (stem) => {
    expect(pairs.filter((pair) => isCpf(stem + pair))).toHaveLength(1);
  });

  test.for([
    ["", "nothing"],
    ["5299822472", "10 digits"],
    ["529982247250", "12 digits"],
    ["5299822472525", "a CPF with its check digits twice"],
    ["529.982.247-25", "punctuation"],
    ["52998224725\n", "a trailing newline"],
    [" 52998224725", "a leading blank"],
    ["５２９９８２２４７２５", "full-width digits"],
    ["٥٢٩٩٨٢٢٤٧٢٥", "Arabic-Indic digits"],
    ["5299822472O", "the letter O"],
    ["11222333000181", "a CNPJ"],
  ] as const)("refuses %j: %s", ([value]) => {
    expect(isCpf(value)).toBe(false);
  });

  test("accepts the document that those edge cases vary", () => {
    expect(isCpf("52998224725")).toBe(true);
  });
});

describe("isCnpj", () => {
  test.for(documents.cnpj.valid)("accepts $value ($source)", ({ value }) => {
    expect(isCnpj(value)).toBe(true);
  });

  test.for(documents.cnpj.invalid)("refuses $value ($source)", ({ value }) => {
    expect(isCnpj(value)).toBe(false);
  });

  test.for(documents.notes.cnpj_repeated_pass_mod11)("refuses %s, whose check digits are right", (value) => {
    expect(isCnpj(value)).toBe(false);
  });

  test.for(["112223330001", "12ABC34501DE", "ZZZZZZZZZZZZ", "000000000001"])(
    "finds one pair of check digits for %s",
    (stem) => {
      expect(pairs.filter((pair) => isCnpj(stem + pair))).toHaveLength(1);
    },
  );

  test("accepts the example with which the Receita Federal announced letters", () => {
    expect(isCnpj("12ABC34501DE35")).toBe(true);
  });

  test.for([
    ["", "nothing"],
    ["1122233300018", "13 characters"],
    ["112223330001810", "15 characters"],
    ["1122233300018181", "a CNPJ with its check digits twice"],
    ["11.222.333/0001-81", "punctuation"],
    ["11222333000181\n", "a trailing newline"],
    [" 11222333000181", "a leading blank"],
    ["１１２２２３３３０００１８１", "full-width digits"],
    ["12abc34501de35", "lower case"],
    ["12abc34501de05", "lower case with check digits for it"],
    ["12АBC34501DE35", "a Cyrillic A"],
    ["12ABC34501DE3B", "a letter among the check digits"],
    ["52998224725", "a CPF"],
  ] as const)("refuses %j: %s", ([value]) => {
    expect(isCnpj(value)).toBe(false);
  });
});
