// Figures of guides and READMEs are figures of the contract, or are listed here: one that the contract changes fails.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const pages = ["*.md", "docs/*.md", "docs/guides/*.md", "docs/pt/**/*.md", "{generated,packages}/*/README.md"]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((page) => !/figures|reliability|CHANGELOG/.test(page));

/** Units, also in Portuguese, as the contract says them. */
const units: Record<string, string> = {
  ...{ horas: "hours", hora: "hour", minutos: "minutes", minuto: "minute", segundos: "seconds", segundo: "second" },
  ...{ dias: "days", dia: "day", caracteres: "characters", requisições: "requests", tentativas: "attempts" },
};
const figure =
  /(?<![\w.])\d[\d.,]*\s(?:(?:hour|minute|second|day|hora|minuto|segundo|dia|request|attempt|tentativa)s?|requisições|characters|caracteres|centavos|KiB|MiB)\b|R\$\s?[\d.,]*\d|\b\d+ ?%/g;

function figuresIn(text: string): string[] {
  return [...text.matchAll(figure)].map(([found]) =>
    found.replaceAll(/\s+/g, " ").replace(/\S+$/, (unit) => units[unit] ?? unit),
  );
}

/** Figures of tools, and of examples. */
const others: Record<string, string[]> = {
  "the example of a charge": ["R$ 49,90"],
  "docs/guides/client.md": ["12 seconds"],
  "docs/guides/conformance.md": ["64 characters", "78 characters", "255 characters"],
  "docs/guides/sandbox.md": ["30 days", "1,000 requests"],
  "docs/guides/server.md": ["30 seconds", "256 attempts"],
  "generated/client/README.md": ["60 seconds"],
};

const stated = new Set(figuresIn(readFileSync(join(root, "generated/openapi/openapi.yaml"), "utf8")));

test.for(pages)("figures of %s are the contract's", (page) => {
  const text = readFileSync(join(root, page), "utf8").replaceAll(/^```[\s\S]*?^```$/gm, "");
  const known = [...(others["the example of a charge"] ?? []), ...(others[page] ?? [])];
  expect(figuresIn(text).filter((one) => !stated.has(one) && !known.includes(one))).toEqual([]);
});

test("figures that are listed stand on their pages", () => {
  const { "the example of a charge": _, ...listed } = others;
  for (const [page, figures] of Object.entries(listed)) {
    expect(figuresIn(readFileSync(join(root, page), "utf8"))).toEqual(expect.arrayContaining(figures));
  }
  expect(stated).toContain("24 hours");
});
