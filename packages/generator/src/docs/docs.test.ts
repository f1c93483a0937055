import { listOperationSentences } from "@packages/contract/src/sentences.ts";
import { describe, expect, test } from "vitest";
import { document, contract as real } from "../../../../test/support/contract.ts";
import { contract as tiny } from "../../../../test/support/tiny-contract.ts";
import { code, inline, prose } from "./markdown.ts";
import { panelsOf } from "./panel.ts";
import { referenceDocs } from "./reference.ts";
import { localAccount } from "./samples.ts";
import { badge } from "./words.ts";

const [lendBook] = tiny.operations;
const speed = { keyword: "speed", title: "Speed", text: lendBook?.description ?? "" };
const sentences = new Map([...listOperationSentences(document), [lendBook?.id ?? "", [speed]]]);
const pages = [tiny, real].flatMap((contract) =>
  Object.entries(referenceDocs(contract, sentences)).map(([path, text]) => ({
    contract: contract.title.slice(0, 7),
    path,
    text,
  })),
);

/** Lines of a page without its code blocks. */
function linesOf(text: string): string[] {
  return text.replaceAll(/^(```+)\w*\n[\s\S]*?\n\1$/gm, "").split("\n");
}

/** Cells of a table's row: what stands between pipes that are not escaped. */
function cellsOf(line: string): string[] {
  return line.split(/(?<!\\)\|/).slice(1, -1);
}

describe.for(pages)("$contract: $path", ({ text }) => {
  test("says where it comes from", () => {
    expect(text).toMatch(/^<!-- Generated from spec\/ by `npm run generate`: .* -->\n\n# /);
  });

  test("has tables whose rows have the cells of their header", () => {
    let width = 0;
    for (const line of linesOf(text)) {
      if (!line.startsWith("|")) width = 0;
      else if (width === 0) width = cellsOf(line).length;
      else expect.soft(cellsOf(line), line).toHaveLength(width);
    }
  });

  test("escapes markup of the spec", () => {
    const [, ...lines] = linesOf(text);
    const shown = lines.join("\n").replaceAll(/(?<!`)(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
    expect(shown).not.toMatch(
      /<(?!br>|a id="[\w-]+"><\/a>|\/a>|\/?code>|\/?details>|\/?sup>|summary>(?:Body|\d+ (?:fields?|forms))<\/summary>)(?!\/summary>)|-->|(?<!\\)\]\(javascript|^#+ injected|^1\. |^---$/m,
    );
  });
});

test("no two fields of a page have the same anchor", () => {
  for (const { path, text } of pages) {
    const ids = [...text.matchAll(/<a id="([\w-]+)">/g)].map(([, id]) => id);
    expect(new Set(ids).size, path).toBe(ids.length);
  }
});

test("every operation, error, event and status of the contract stands on its page", () => {
  const files = referenceDocs(real, sentences);
  const names = {
    "README.md": real.operations.flatMap(({ id, method, path }) => [
      `operation-${id}.md`,
      `\`${method} ${path}\``,
    ]),
    ...Object.fromEntries(
      real.operations.map(({ id, method, path, responses, parameters }) => [
        `operation-${id}.md`,
        [
          `\`${method} ${path}\``,
          ...parameters.map(({ name }) => `**\`${name}\`**`),
          ...responses.flatMap(({ status, errors }) =>
            errors.map((name) => `| ${status} | [\`${name}\`]`),
          ),
        ],
      ]),
    ),
    "errors.md": real.errors.flatMap(({ code: name, status }) => [
      `| ${status} | [\`${name}\`]`,
      `## ${name}`,
    ]),
    "notifications.md": real.notifications.map(({ event }) => `(event-${event}.md)`),
    ...Object.fromEntries(
      real.notifications.map(({ event, when }) => [
        `event-${event}.md`,
        [`# ${event}`, "## Payload", inline(when)],
      ]),
    ),
    ...Object.fromEntries(
      real.lifecycles.map(({ schema, subject, statuses }) => [
        `resource-${subject}s.md`,
        [
          `## ${schema}`,
          '<a id="object-id"></a>',
          ...Object.keys(statuses).flatMap((one) => [`\n| \`${one}\` |`, `state "${one}" as`]),
        ],
      ]),
    ),
    "basis.md": real.basis.map(({ subject }) => `\`${subject}\``),
    "limits.md": real.operations.flatMap(({ rateLimit }) =>
      rateLimit ? [`| ${rateLimit.limit} |`] : [],
    ),
  };
  for (const [path, wanted] of Object.entries(names)) {
    for (const name of wanted) expect.soft(files[path], `${path} lacks ${name}`).toContain(name);
  }
});

test("each operation's page lists the errors of any request, and what an unknown outcome asks for", () => {
  const files = referenceDocs(real, sentences);
  const anywhere = real.errors.filter((error) => error.anywhere).map((error) => error.code);
  expect(anywhere).toContain("INTERNAL_ERROR");
  for (const { id, method, idempotency, token } of real.operations) {
    const page = files[`operation-${id}.md`] ?? "";
    const [row = "", ...others] = page.split("\n").filter((line) => line.startsWith("| any |"));
    expect(others).toEqual([]);
    for (const name of anywhere) expect.soft(row, id).toContain(`[\`${name}\`]`);
    const isSafe = method === "GET" || token !== undefined;
    expect.soft(page.includes("**Unknown outcome**"), id).toBe(!isSafe);
    const advice = page.split("\n").find((line) => line.startsWith("- **Unknown outcome**"));
    if (idempotency) expect.soft(advice).toMatch(/INTERNAL_ERROR.*same key.*never with a new one/);
  }
});

test("a rule that the description states is not repeated, and forms of a value are listed once", () => {
  const page = referenceDocs(real, sentences)["operation-createTransfer.md"] ?? "";
  expect(page).toContain("only `BRL` is accepted.<br>\n  Default");
  expect(page).not.toMatch(/Only `(BRL|true)`/);
  expect(page.match(/\| `CpfKey` \|/g)).toHaveLength(1);
  expect(page).toContain("[5 forms](#request-pixKey)");
});

test("every named example has a request in each language, and every response is shown", () => {
  const project = { name: "shop-contract", version: "1.0.0", license: "MIT", dependencies: {} };
  const panels = panelsOf(project, real, localAccount);
  expect(Object.keys(panels)).toHaveLength(real.operations.length + real.notifications.length);
  for (const { id, body, responses, idempotency } of real.operations) {
    const { requests = [], responses: shown, call } = panels[`operation-${id}`] ?? {};
    expect(requests.map(({ name }) => name)).toEqual(
      body?.examples.map(({ name }) => name) ?? [""],
    );
    for (const { code } of requests)
      expect(code.map(({ label }) => label)).toEqual(["curl", "TypeScript", "Python", "PHP"]);
    expect(shown).toMatchObject(
      responses.flatMap(({ status, examples }) => examples.map(({ name }) => ({ status, name }))),
    );
    expect(call?.keyHeader).toBe(idempotency?.header);
  }
});

test("a diagram escapes Mermaid's syntax", () => {
  const diagram =
    /```mermaid\n([\s\S]*?)\n```/.exec(
      referenceDocs(tiny, sentences)["resource-books.md"] ?? "",
    )?.[1] ?? "";
  expect(diagram.split("\n")).toHaveLength(6);
  expect(diagram).toContain("[*] --> s1: the book is bought");
  expect(
    diagram.replaceAll(/^ {2}(state "\w+" as s\d|\[\*\]|s\d)( --> (s\d|\[\*\]))?/gm, ""),
  ).not.toMatch(/[;#<>"`{}%|]|-->/);
});

const partly = { kind: "assumed", reason: "why" } as const;
test.for([
  ["code", code("a|b"), "`a|b`"],
  ["code with backticks", code("`a``"), "``` `a`` ```"],
  ["code with an escaped pipe", code("a\\|b"), "<code>a&#92;&#124;b</code>"],
  ["nothing as code", code(""), "<code></code>"],
  ["emphasis", inline("snake_case *a* _b_ **c**"), "snake_case \\*a\\* \\_b\\_ **c**"],
  ["an address in brackets", inline("[a](b)"), "\\[a\\](b)"],
  ["paragraphs and lists", prose("One\nline\n\n- a\n- b\n# c"), "One line\n\n- a\n- b # c"],
  ["a documented part", badge({ ...partly, documented: ["limit"] }, "limit"), "documented"],
  [
    "another part",
    badge({ ...partly, documented: ["limit"] }, "window"),
    '[assumed](basis.md#assumed "why")',
  ],
  ["what has no basis", badge(undefined), "documented"],
  ["what would begin a heading", prose("# a\n\n1. b"), "\\# a\n\n1\\. b"],
] as const)("%s", ([, actual, expected]) => {
  expect(actual).toBe(expected);
});
