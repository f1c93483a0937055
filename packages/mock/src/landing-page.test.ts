import { expect, test } from "vitest";
import { contract as real } from "../../../test/support/contract.ts";
import { contract } from "../../../test/support/tiny-contract.ts";
import { isForPeople, landingPage, pageLanguage } from "./landing-page.ts";

test.for([
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", true],
  ["text/html", true],
  ["application/json, text/html;q=0.5", false],
  ["application/json", false],
  ["*/*", false],
  ["", false],
] as const)("Accept: %s is sent by a browser that opens a page: %s", ([accept, expected]) => {
  expect(isForPeople({ accept })).toBe(expected);
});

test("texts of the contract and of links are escaped", () => {
  const { body = "" } = landingPage(
    contract,
    "http://127.0.0.1:1",
    { "<b>": 'http://a.example/"onclick="x' },
    "en",
  );
  expect(body.match(/<script/g)).toHaveLength(2);
  expect(body).not.toMatch(/<img|<b>&|"onclick="x/);
  expect(body).toContain('href="http://a.example/&#34;onclick=&#34;x">&#60;b&#62;</a>');
});

test("every response that a request can select stands on the page, by status", () => {
  const { body = "" } = landingPage(real, "http://127.0.0.1:1", {}, "en");
  const { operations } = JSON.parse(
    /<script type="application\/json">(.*)<\/script>/.exec(body)?.[1] ?? "",
  ) as { operations: { responses: { status: number; name: string }[] }[] };
  const anywhere = real.errors.filter((error) => error.anywhere).map(({ example }) => example);
  expect(operations).toHaveLength(real.operations.length);
  for (const { responses } of operations) {
    expect(responses.map(({ name }) => name)).toEqual(expect.arrayContaining(anywhere));
    const statuses = responses.map(({ status }) => status);
    expect(statuses).toEqual(statuses.toSorted((one, other) => one - other));
  }
});

test.for([
  ["", "pt-BR,pt;q=0.9,en;q=0.8", "pt-BR"],
  ["", "de,en;q=0.7,pt;q=0.3", "en"],
  ["", "de", "en"],
  ["lang=pt", "en", "pt-BR"],
  ["lang=en", "pt-BR", "en"],
] as const)(
  "an address with ?%s opened by a browser that accepts %s is in %s",
  ([query, accepted, language]) => {
    expect(pageLanguage(new URLSearchParams(query), { "accept-language": accepted })).toBe(
      language,
    );
  },
);

test("the page in Portuguese has no English but the contract's, and leads to the English one", () => {
  const links = { Documentation: "http://a.example" };
  const textsOf = (language: "pt-BR" | "en"): string[] => {
    const { body = "" } = landingPage(contract, "http://127.0.0.1:1", links, language);
    expect(body).toContain(`<html lang="${language}">`);
    const { texts } = JSON.parse(
      /<script type="application\/json">(.*)<\/script>/.exec(body)?.[1] ?? "",
    );
    const visible = body.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/g, "");
    const labels = [...visible.matchAll(/aria-label="([^"]+)"/g)].map(([, label = ""]) => label);
    return [...texts, ...labels, ...visible.split(/<(?!code|\/code)[^>]*>/)]
      .map(String)
      .filter((text) => /\w/.test(text) && !["curl", "fetch", "Prefer"].includes(text));
  };
  const portuguese = textsOf("pt-BR");
  expect(portuguese).toContain("English");
  expect(portuguese.filter((text) => textsOf("en").includes(text))).toEqual([]);
});
