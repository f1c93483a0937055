import { expect, test, vi } from "vitest";
import { explainUsage, takeLanguage } from "./command-line.ts";
import { makeTranslate } from "./translate.ts";

const translate = makeTranslate({
  "The $1 is in $2.": "$1 está em $2.",
  "no value": "sem valor",
  "It ends.": "Acaba.",
});

test.for([
  ["The cat (a.b) is in Rio.", "cat (a.b) está em Rio."],
  ["The cat is in Rio. It ends.", "cat está em Rio. Acaba."],
  ["\nno value; no value\n\nIt ends.", "\nsem valor; sem valor\n\nAcaba."],
  ["unknown words", "unknown words"],
  ["toString", "toString"],
] as const)("%j becomes %j", ([english, portuguese]) => {
  expect(translate(english, "pt-BR")).toBe(portuguese);
  expect(translate(english, "en")).toBe(english);
});

test.for<[string[], Record<string, string>, string, string[]]>([
  [["list"], { LC_ALL: "pt_BR.UTF-8", LANG: "en_US" }, "pt-BR", ["list"]],
  [["list"], { LC_MESSAGES: "pt_PT", LANG: "en_US" }, "pt-BR", ["list"]],
  [["list"], { LANG: "pt" }, "pt-BR", ["list"]],
  [["list"], { LC_ALL: "C", LANG: "pt_BR" }, "en", ["list"]],
  [["list", "--lang", "pt", "--json"], { LANG: "C" }, "en", ["list", "--json"]],
  [["list", "--lang=en"], { LANG: "pt_BR" }, "en", ["list"]],
  [["pay", "--lang", "pt", "pt"], { LANG: "C" }, "pt-BR", ["pay", "pt"]],
  [["list", "--lang", "de"], { LANG: "pt_BR" }, "pt-BR", ["list", "--lang", "de"]],
])("%j in %j is in %s", ([words, locale, language, rest]) => {
  for (const name of ["LC_ALL", "LC_MESSAGES", "LANG"]) vi.stubEnv(name, locale[name]);
  expect(takeLanguage(words)).toEqual({ language, words: rest });
});

test.for([
  ["error: option '--port <N>' argument missing", "--port takes a value."],
  [
    "error: unknown option '--prot'\n(Did you mean --port?)",
    "Unknown option '--prot'.\nDid you mean --port?",
  ],
  [
    "Unknown option '--x'. To specify a positional argument starting with a '-', …",
    "Unknown option '--x'.",
  ],
  ["Option '--base <value>' argument missing", "--base takes a value."],
  [
    "Unexpected argument 'x'. This command does not take positional arguments",
    "Unexpected argument 'x'.",
  ],
  ["error: option '--a <N>' cannot be used with option '--b'", "--a cannot be used with --b."],
] as const)("%s is said as %s", ([message, plain]) => {
  expect(explainUsage(message)).toBe(plain);
});
