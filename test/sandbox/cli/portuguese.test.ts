// The command line and the sandbox's sentences in Portuguese: nothing is left in English, nothing is translated from a
// text that has changed.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { commandLineTexts } from "@packages/contract/src/command-line.ts";
import { makeTranslate } from "@packages/contract/src/translate.ts";
import ts from "typescript";
import { beforeEach, expect, test, vi } from "vitest";
import portuguese from "../../../packages/sandbox/src/cli/portuguese.json" with { type: "json" };
import { commands, runCommandLine } from "../../../packages/sandbox/src/cli/run-command-line.ts";
import sentences from "../../../packages/sandbox/src/console/page/words/sentences.pt-BR.json" with {
  type: "json",
};

const root = join(import.meta.dirname, "../../..");
const sandbox = join(root, "packages/sandbox");
const tables = { ...commandLineTexts, ...portuguese, ...sentences };
const translate = makeTranslate(tables);

/** Words that Portuguese does not have. */
const english = /\b(?:the|is|of|that|which|with|and|if|it|from|this|must|cannot|takes|there)\b/i;

async function run(words: string[]): Promise<string> {
  const said: unknown[] = [];
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(text));
  vi.spyOn(console, "error").mockImplementation((text) => void said.push(text));
  await runCommandLine(words);
  return said.join("\n");
}

beforeEach(() => void vi.stubEnv("LC_ALL", "pt_BR.UTF-8"));

test.for([[], ...commands.map((command) => [command.name()])])(
  "the help of %j is in Portuguese",
  async (words) => {
    const text = await run([...words, "--help"]);
    expect(text).toMatch(/^Uso: /);
    const lines = text.split("\n").filter((line) => !line.includes("npm run"));
    expect(lines.filter((line) => english.test(line))).toEqual([]);
    const inEnglish = new Set((await run([...words, "--help", "--lang", "en"])).split("\n"));
    expect(lines.filter((line) => inEnglish.has(line) && /[a-z]{3} [a-z]{2}/.test(line))).toEqual(
      [],
    );
  },
);

test.for([
  [["chrage"], /^Comando desconhecido: 'chrage'\. Quis dizer charge\? Veja .* --help\.$/],
  [
    ["list", "--limit", "500"],
    /^--limit não pode ser '500'\. É preciso um número inteiro de 1 a 200\. Veja /,
  ],
  [["start", "--data", "x", "--memory"], /^--data não pode ser usada com --memory\. Veja /],
  [
    ["start", "--port", "0", "--setting", "dailyLimit=-1"],
    /^settings\.dailyLimit deve ser no mínimo 0\. Veja /,
  ],
  [["clock", "advance"], /^clock advance precisa de um valor\. Dias, horas, minutos/],
  [
    ["pay", "--url", "http://127.0.0.1:9"],
    /^Nenhum sandbox responde em http:\/\/127\.0\.0\.1:9 \(--url\)\. Inicie um com /,
  ],
  [["reset", "--url", "http://192.0.2.1"], /^http:\/\/192\.0\.2\.1 está em outra máquina, /],
] as const)("the error of %j is in Portuguese", async ([words, text]) => {
  expect(await run([...words])).toMatch(text);
});

test("what programs read stays English", async () => {
  const text = await run(["pay", "--json", "--lang", "pt", "--url", "http://127.0.0.1:9"]);
  expect(JSON.parse(text)).toMatchObject({
    error: { message: expect.stringMatching(/^No sandbox answers at/) },
  });
});

/** The texts in a source: literals, with a value as `x1` in the places of a template. */
function textsIn(file: string, isMeant: (node: ts.Node) => boolean): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, within: boolean): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
    if (isText && within && !ts.isImportDeclaration(node.parent)) {
      const parts = ts.isTemplateExpression(node)
        ? node.templateSpans.map(({ literal }) => literal.text)
        : [];
      found.push([ts.isTemplateExpression(node) ? node.head.text : node.text, ...parts].join("x1"));
    }
    ts.forEachChild(node, (child) => visit(child, within || isMeant(node)));
  };
  visit(ts.createSourceFile(file, readFileSync(file, "utf8"), ts.ScriptTarget.Latest, true), false);
  return found;
}

const list = (pattern: string): string[] =>
  globSync(pattern, { cwd: sandbox })
    .filter((path) => !/\.test\.ts$|portuguese|sentences/.test(path))
    .map((path) => join(sandbox, path));

/** Errors that people read, and their fields. */
const isError = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) &&
    /^(?:NotAllowed|NotFound|InvalidInput|Storage)Error$/.test(node.expression.getText())) ||
  (ts.isCallExpression(node) && /^(?:forbidden|unauthorized)$/.test(node.expression.getText())) ||
  (ts.isVariableDeclaration(node) && /^(?:message|reasons)$/.test(node.name.getText()));

const commandTexts = list("src/cli/*.ts").flatMap((file) => textsIn(file, () => true));
const errorTexts = [
  ...list("src/{control,service,storage,notifications}/**/*.ts"),
  join(root, "packages/server/src/notifier/send.ts"),
].flatMap((file) => textsIn(file, isError));

test("every text of the commands and every error of the control plane is translated", () => {
  const texts = [...commandTexts, ...errorTexts].filter(
    (text) => english.test(text) && / /.test(text),
  );
  expect(texts.length).toBeGreaterThan(80);
  // A command's summary gets its full stop later, a reason its code; an option loses the full stop of its field.
  const isTranslated = (text: string): boolean =>
    [text, `${text}.`, `${text} (x1).`, text.replace(/\.$/, ""), text.replace(/^x1 /, "")].some(
      (form) => !english.test(translate(form, "pt-BR")),
    );
  expect(texts.filter((text) => !isTranslated(text) && !composed.test(text))).toEqual([]);
});

test("every violation of the contract is translated", () => {
  const isViolation = (node: ts.Node): boolean =>
    ts.isCallExpression(node) && /\.break$/.test(node.expression.getText());
  const texts = globSync("packages/contract/src/check/*.ts", { cwd: root })
    .flatMap((file) => textsIn(join(root, file), isViolation))
    .filter((text) => /^(?:is|has|must) /.test(text));
  expect(texts).toContain("has no known form");
  expect(texts.filter((text) => translate(text, "pt-BR") === text)).toEqual([]);
});

/** Parts of texts, and what no command can cause. */
const composed = /^ \(it requires|^x1 cannot be used: x1\.x1$|^x1 is not possible here/;

test("a translation ends with a full stop where its text does", () => {
  const differing = Object.entries(portuguese).filter(
    ([text, translation]) => text.endsWith(".") !== String(translation).endsWith("."),
  );
  expect(differing).toEqual([]);
});

test("every translated text is still said", () => {
  const sources = [
    ...list("{src,spec}/**/*.{ts,tsp}"),
    ...globSync(["packages/{contract,server}/src/**/*.ts", "spec/**/*.tsp"], { cwd: root }).map(
      (path) => join(root, path),
    ),
    ...globSync("node_modules/commander/lib/*.js", { cwd: root }).map((path) => join(root, path)),
  ];
  const said = sources
    .map((file) => readFileSync(file, "utf8").split("export const commandLineTexts")[0])
    .join("\n");
  const plain = said.replaceAll('\\"', '"').replaceAll(/\s+/g, " ");
  const lost = Object.keys(tables).filter((text) => {
    // The checks put these together from parts.
    if (/^(?:must (?:be|NOT|match)|default:|choices:|env:)/.test(text)) return false;
    return text
      .split(/\$\d|: |[.:]$/)
      .some((part) => !plain.includes(part.trim().replaceAll(/\s+/g, " ")));
  });
  expect(lost).toEqual([]);
});
