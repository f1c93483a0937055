// Each figure of a guide or README is one that the contract states, or is listed here: one that the contract changes fails.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { duration, size } from "@packages/contract/src/words.ts";
import { expect, test } from "vitest";
import { contract } from "../support/contract.ts";

const root = join(import.meta.dirname, "../..");
const pages = [
  "*.md",
  "docs/*.md",
  "docs/guides/*.md",
  "docs/pt-BR/**/*.md",
  "{generated,packages}/*/README.md",
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((page) => !/figures|reliability|CHANGELOG/.test(page));

/** Units, also in Portuguese, as the contract says them. */
const units: Record<string, string> = {
  hora: "hour",
  minuto: "minute",
  segundo: "second",
  dia: "day",
  semana: "week",
  mês: "month",
  meses: "month",
  caractere: "character",
  requisição: "request",
  requisições: "request",
  tentativa: "attempt",
  tries: "attempt",
  ano: "year",
  try: "attempt",
};
const unit = `(?:(?:${[...Object.keys(units), ...new Set(Object.values(units))].join("|")})s?|centavos|KiB|MiB)`;

/** Numbers as words, in English and Portuguese, by their value. An article is no number. */
const words: Record<string, number> = {
  ...listed(
    1,
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
  ),
  ...listed(2, "dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze"),
  sixteen: 16,
  eighteen: 18,
  twenty: 20,
  duas: 2,
  dezesseis: 16,
  dezoito: 18,
  vinte: 20,
  cem: 100,
  cento: 100,
  ...listed(30, "thirty forty fifty sixty seventy eighty ninety hundred", 10),
  ...listed(30, "trinta quarenta cinquenta sessenta setenta oitenta noventa", 10),
  ...listed(200, "duzentos trezentos quatrocentos quinhentos", 100),
  mil: 1000,
  thousand: 1000,
};
const word = `(?:${Object.keys(words).join("|")})`;
const worded = new RegExp(`\\b${word}(?:(?:-| and | e | )${word})*(?=[\\s-]${unit}\\b)`, "gi");
const figure = new RegExp(
  `(?<![\\w.])\\d[\\d.,]*[\\s-]${unit}\\b|R\\$\\s?[\\d.,]*\\d|\\b\\d+ ?%`,
  "g",
);

function listed(first: number, names: string, step = 1): Record<string, number> {
  return Object.fromEntries(names.split(" ").map((name, index) => [name, first + index * step]));
}

/** `vinte e quatro` is 24, `two hundred and fifty` is 250. */
function readNumber(text: string): number {
  const values = text.split(/[-\s]/).flatMap((name) => words[name.toLowerCase()] ?? []);
  return values.reduce(
    (sum, value) => (sum > 0 && value >= 100 && sum < value ? sum * value : sum + value),
    0,
  );
}

/** The figures of a text that have a unit, in one form: `24 hours`, also where it says twenty-four hours. */
function figuresIn(text: string): string[] {
  const written = text
    .replaceAll(/\s+/g, " ")
    .replaceAll(worded, (found) => String(readNumber(found)));
  return [...written.matchAll(figure)].map(([found]) =>
    found.replace(/[ -](\p{L}+)$/u, (_, name: string) => {
      const one = units[name] ?? units[name.replace(/s$/, "")] ?? name.replace(/s$/, "");
      return ` ${one}`;
    }),
  );
}

test.each([
  ["twenty-four hours, then a 5-minute pause", ["24 hour", "5 minute"]],
  ["vinte e quatro horas e trinta minutos", ["24 hour", "30 minute"]],
  ["one hundred and forty characters, two hundred attempts", ["140 character", "200 attempt"]],
  ["em um segundo terminal, one of eight things a day", []],
])("figures of '%s' are %j", (text, figures) => expect(figuresIn(text)).toEqual(figures));

const login = contract.operations.find(({ token }) => token);
const transfer = contract.operations.find(({ idempotency }) => idempotency);
const limit = login?.rateLimit;
const allowed = transfer?.rateLimit;
const expiry = contract.lifecycles
  .flatMap(({ transitions }) => transitions)
  .find(({ after }) => after !== undefined);

/** Figures of the contract that pages state, by what they are of. */
const facts = {
  "lifetime of a token": duration((login?.token?.lifetime ?? 0) / 1000),
  "lifetime of a charge": duration(expiry?.after ?? 0),
  "lifetime of an idempotency key": duration(transfer?.idempotency?.retention ?? 0),
  "limit of tokens": `${limit?.limit} requests in ${duration(limit?.window ?? 0)}`,
  "limit of transfers": `${allowed?.limit} requests in ${duration(allowed?.window ?? 0)}`,
  "size of a body": size(contract.bodyLimit ?? 0),
  "time of a receiver": duration(contract.delivery?.timeout ?? 0),
  "age of a signature": duration(contract.signature?.tolerance ?? 0),
};
const lifetimes = [
  "lifetime of a token",
  "lifetime of a charge",
  "lifetime of an idempotency key",
] as const;

/** What pages state of the contract. */
const stated: Record<string, readonly (keyof typeof facts)[]> = {
  "docs/guides/client-production.md": ["limit of tokens"],
  "docs/guides/client-transfers.md": ["lifetime of an idempotency key"],
  "docs/guides/client-outcomes.md": ["lifetime of an idempotency key"],
  "docs/guides/conformance.md": ["lifetime of a token", "lifetime of an idempotency key"],
  "docs/guides/going-live.md": ["lifetime of an idempotency key", "time of a receiver"],
  "docs/guides/review-comment.md": ["limit of transfers"],
  "docs/guides/sandbox.md": lifetimes,
  "docs/guides/sandbox-triggers.md": ["size of a body"],
  "docs/guides/troubleshooting.md": ["age of a signature"],
  "docs/index.md": ["lifetime of an idempotency key"],
  "docs/pt-BR/guides/sandbox.md": lifetimes,
};

/** Figures of tools, and of examples. */
const others: Record<string, string[]> = {
  "the example of a charge": ["R$ 49,90"],
  "CONTRIBUTING.md": ["10 second"],
  "docs/index.md": ["5 minute"],
  "docs/guides/client-outcomes.md": ["4 attempt"],
  "docs/guides/client-runtimes.md": ["3 attempt"],
  "docs/guides/client-production.md": ["12 second"],
  "docs/guides/conformance.md": ["5 minute"],
  "docs/guides/glossary.md": ["31 character"],
  // Of another service.
  "docs/guides/overlay.md": ["2 request", "1 request"],
  "docs/guides/policy.md": ["12 month"],
  // The lower limit of its change.
  "docs/guides/review-comment.md": ["5 request"],
  // The table of triggers is compared with the contract where it is made.
  "docs/guides/sandbox-triggers.md": ["1000000000 centavo"],
  "docs/guides/sandbox.md": ["5 minute", "15 minute", "2 second"],
  "docs/guides/sandbox-notifications.md": ["2 attempt", "1,000 request"],
  "docs/guides/sandbox-team.md": ["64 request", "30 day", "1,000 request", "2 second"],
  "docs/guides/server-notifications.md": ["256 attempt"],
  "docs/guides/start.md": ["5 minute"],
  "docs/pt-BR/guides/sandbox.md": ["5 minute", "15 minute", "2 second"],
  "docs/pt-BR/guides/start.md": ["5 minute"],
  "generated/client/README.md": ["60 second"],
  "generated/server/README.md": ["2 request"],
};

test.for(pages)("figures of %s are the contract's", (page) => {
  const figures = figuresIn(
    readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, ""),
  );
  const known = [...(others["the example of a charge"] ?? []), ...(others[page] ?? [])];
  for (const fact of stated[page] ?? []) {
    const now = figuresIn(facts[fact]);
    expect(figures, `${page} states the ${fact}, which is ${facts[fact]}`).toEqual(
      expect.arrayContaining(now),
    );
    known.push(...now);
  }
  expect([...new Set(figures)].filter((one) => !known.includes(one))).toEqual([]);
});

test("figures that are listed stand on their pages", () => {
  const { "the example of a charge": _, ...listed } = others;
  for (const [page, figures] of Object.entries(listed)) {
    expect(figuresIn(readFileSync(join(root, page), "utf8"))).toEqual(
      expect.arrayContaining(figures),
    );
  }
});

test("the client's guide lists the refusals that stay with a key", () => {
  const guide = readFileSync(join(root, "docs/guides/client-transfers.md"), "utf8");
  const [, codes = ""] = /^\| (.*) stay with the key\. \|/m.exec(guide) ?? [];
  expect([...codes.matchAll(/`(\w+)`/g)].map(([, code]) => code)).toEqual(
    transfer?.idempotency?.keeps,
  );
});
