import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  editMoney,
  formatMoney,
  parseMoney,
} from "../../../packages/sandbox/src/console/page/parts/money.ts";
import {
  formatDistance,
  formatDuration,
  formatLength,
  formatNumber,
} from "../../../packages/sandbox/src/console/page/parts/when.ts";
import en from "../../../packages/sandbox/src/console/page/words/en.json" with { type: "json" };

test.each([
  ["10", 1_000],
  ["10,5", 1_050],
  ["10.50", 1_050],
  [" R$ 1.234,56 ", 123_456],
  ["1,234.56", 123_456],
  ["1.234", 123_400],
  ["0,01", 1],
  ["10.000.000,00", 1_000_000_000],
])("%s is an amount", (text, centavos) => {
  expect(parseMoney(text)).toBe(centavos);
});

test.each(["", "ten", "-1", "1,234,5678", "1.2.3", "10,505,1", "1e3", "10,", ",5", "12345,678"])(
  "%j is no amount",
  (text) => {
    expect(parseMoney(text)).toBeUndefined();
  },
);

test("a number has the decimal sign of the page's language", () => {
  expect(formatNumber(0.5, "en")).toBe("0.5");
  expect(formatNumber(1234.25, "pt-BR")).toBe("1234,25");
});

test("an amount that is shown in an input is read as the same", () => {
  for (const centavos of [1, 99, 100, 123_456, 1_000_000_000]) {
    expect(parseMoney(editMoney(centavos))).toBe(centavos);
    expect(parseMoney(formatMoney(centavos))).toBe(centavos);
  }
});

test("distances and durations are said in both languages", () => {
  expect(formatDistance(0, 90_000, "en")).toBe("1 minute ago");
  expect(formatDistance(7_200_000, 0, "pt-BR")).toBe("em 2 horas");
  expect(formatDistance(200, 0, "pt-BR")).toBe("agora");
  expect(formatDistance(43_190_000, 0, "en")).toBe("in 12 hours");
  expect(formatLength(-172_800_000, "pt-BR")).toBe("2 dias");
  expect(formatLength(5_395_900, "en")).toBe("1 hour 29 minutes");
  expect(formatDuration(8.4, "en")).toBe("8 ms");
  expect(formatDuration(1_234, "pt-BR")).toBe("1,2 s");
});

const words = join(import.meta.dirname, "../../../packages/sandbox/src/console/page/words");
const others = readdirSync(words).filter((file) => !/^en\.|^sentences\./.test(file));

test.each(others)(
  "%s has every text, none empty or left in English, each with the same places",
  (file) => {
    const textsOf = (value: object, path = ""): [path: string, text: string][] =>
      Object.entries(value).flatMap(([name, entry]) =>
        typeof entry === "string"
          ? [[`${path}.${name}`, entry]]
          : textsOf(entry, `${path}.${name}`),
      );
    const other = new Map(textsOf(JSON.parse(readFileSync(join(words, file), "utf8"))));
    expect([...other.keys()]).toEqual(textsOf(en).map(([path]) => path));
    const places = (text: string): string[] => [...text.matchAll(/\$\d|\{\w+\}/g)].map(String);
    const same = textsOf(en).filter(([path, english]) => {
      const text = other.get(path) ?? "";
      expect(text.trim(), path).not.toBe("");
      expect(places(text), path).toEqual(places(english));
      return english === text && /[a-z]{3} [a-z]{3}/i.test(text);
    });
    expect(same).toEqual([]);
  },
);
