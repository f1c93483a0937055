import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { translateForMock } from "./translate.ts";

/** The sentences with which the mock refuses a request, as the log shows them; a letter stands for each value. */
function readRefusals(): string[] {
  const source = ["choose-example.ts", "handle-request.ts"]
    .map((name) => readFileSync(new URL(name, import.meta.url), "utf8"))
    .join("\n");
  return [...source.matchAll(/`([^`\n]+\.)`|"([A-Z][^"\n]+ [^"\n]+\.)"/g)].map(
    ([, template, text = ""]) => (template ?? text).replaceAll(/\$\{.*?\}/g, "x"),
  );
}

test("no line of a log in Portuguese has an English reason", () => {
  const refusals = readRefusals();
  expect(refusals.length).toBeGreaterThan(5);
  const mixed = refusals.filter((refusal) => {
    const line = translateForMock(`GET /a → 400 ${refusal}`, "pt-BR");
    return line.includes(refusal.replaceAll(/^x|x\.$/g, "").trim());
  });
  expect(mixed).toEqual([]);
});
