// What is decided of two patterns against every short text, tried with the regular expressions of the language.
import fc from "fast-check";
import { expect, test } from "vitest";
import { compareAllowedStrings, type Relation } from "./compare-strings.ts";

const rules = (...patterns: string[]) => ({
  patterns,
  minLength: 0,
  maxLength: Number.POSITIVE_INFINITY,
});
const compare = (base: string, head: string): Relation =>
  compareAllowedStrings([rules(base)], [rules(head)]);

/** Every text of up to four of these characters; each class of the patterns has one of its own and one beyond it. */
const alphabet = ["a", "z", "B", "1", "2", "_", "-", " ", "\n", "\r", "\u00e9"];
const texts = [""];
for (const text of texts)
  if (text.length < 4) texts.push(...alphabet.map((character) => `${text}${character}`));

const relations: Record<string, Relation> = {
  "false false": "same",
  "true false": "narrowed",
  "false true": "widened",
  "true true": "changed",
};

const atom = fc.constantFrom(
  ..."a B 1 . \\d \\w \\s \\D \\W [a1] [^a] [a-z] [A-Z\\d] [^\\w] \\n \\x61 \\u{42} \\p{L} ^ $".split(
    " ",
  ),
);
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,}", "{0,2}", "*?");
const { pattern } = fc.letrec<{ pattern: string; sequence: string; part: string }>((tie) => ({
  pattern: fc
    .array(tie("sequence"), { minLength: 1, maxLength: 2 })
    .map((options) => options.join("|")),
  sequence: fc.array(tie("part"), { maxLength: 3 }).map((parts) => parts.join("")),
  part: fc.oneof(
    { weight: 5, arbitrary: fc.tuple(atom, quantifier).map(withQuantifier) },
    {
      weight: 1,
      arbitrary: fc.tuple(tie("pattern"), quantifier).map(([inner, count]) => `(${inner})${count}`),
    },
  ),
}));

/** An anchor cannot be repeated. */
function withQuantifier([one, count]: [string, string]): string {
  return /^[\^$]$/.test(one) ? one : `${one}${count}`;
}

const anchored = fc.oneof(
  pattern,
  pattern.map((inner) => `^(${inner})$`),
);

test("the relation of two patterns is that of the texts that they match", () => {
  fc.assert(
    fc.property(anchored, anchored, (base, head) => {
      const was = new RegExp(base, "u");
      const is = new RegExp(head, "u");
      const loses = texts.some((text) => was.test(text) && !is.test(text));
      const gains = texts.some((text) => is.test(text) && !was.test(text));
      const short = { minLength: 0, maxLength: 4 };
      const found = compareAllowedStrings(
        [{ patterns: [base], ...short }],
        [{ patterns: [head], ...short }],
      );
      expect(found).toBe(relations[`${loses} ${gains}`]);
    }),
    { numRuns: 600, seed: 7 },
  );
});

test.for<[string, string, Relation]>([
  ["^\\d{11}$", "^[0-9]{11}$", "same"],
  ["^[a-z0-9]{1,64}$", "^[A-Za-z0-9]{1,32}$", "changed"],
  ["^[a-z]{1,64}$", "^[a-z]{1,32}$", "narrowed"],
  ["^(a|b)+$", "^[ab]+$", "same"],
  ["^a$|^b$", "^[ab]$", "same"],
  ["^(a|b)$", "^a|b$", "widened"],
  ["^.*$", "", "widened"],
  ["a", "a+", "same"],
  ["^a?$", "^a{0,1}$", "same"],
  ["^\\w+$", "^[A-Za-z0-9_]+$", "same"],
  ["^\\p{Lu}$", "^\\p{L}$", "widened"],
  ["^\\u{1F600}$", "^\\uD83D\\uDE00$", "same"],
  ["^[\\s\\S]{2}$", "^[^]{2}$", "same"],
  ["^(?:\\+55)?\\d{10,11}$", "^\\+55\\d{10,11}$", "narrowed"],
  ["^[0-9a-f]{8}-[0-9a-f]{4}$", "^[0-9a-fA-F]{8}-[0-9a-f]{4}$", "widened"],
  ["^(?!0)\\d+$", "^[1-9]\\d*$", "unclear"],
  ["(a)\\1", "aa", "unclear"],
  ["\\bday", "day", "unclear"],
  ["^\\-$", "^-$", "unclear"],
  ["^a{1,30000}$", "^a+$", "unclear"],
  ["a[ab]{20}$", "a(a|b){20}$", "unclear"],
])("%s and %s: %s", ([base, head, relation]) => {
  expect(compare(base, head)).toBe(relation);
  const back = { narrowed: "widened", widened: "narrowed" } as Record<string, string>;
  expect(compare(head, base)).toBe(back[relation] ?? relation);
});

test("a length counts as much as a pattern that says it", () => {
  const short = { patterns: ["^[a-z]+$"], minLength: 0, maxLength: 32 };
  expect(compareAllowedStrings([rules("^[a-z]{1,32}$")], [short])).toBe("same");
  expect(compareAllowedStrings([rules("^[a-z]{1,64}$")], [short])).toBe("narrowed");
  expect(compareAllowedStrings([rules("a", "b")], [rules("a.*b|b.*a")])).toBe("narrowed");
});
