// Patterns of names and sentences that slow a reader down. Each count may only fall: lower its maximum with it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" });
  return listed.trim().split("\n");
}

function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

const files = listFiles("packages", "scripts", "spec")
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) =>
    ts.createSourceFile(
      file,
      readText(file),
      ts.ScriptTarget.Latest,
      true,
      file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  );

function readComments(texts: readonly string[]): string {
  const comments = texts.flatMap(
    (text) => text.match(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm) ?? [],
  );
  return comments.join("\n").replace(/^\s*(?:\/\*\*?|\*\/?|\/\/)\s?/gm, "");
}

const prose = readComments(files.map(({ text }) => text));

/** Comments that are published: of generated packages, and of specs. */
const publishedProse = readComments(
  listFiles("generated/*/src/*.ts", "generated/*/types.d.ts", "spec/*.tsp", "packages/*.tsp").map(
    readText,
  ),
);

const sql =
  /\b(?:select|insert into|create (?:unique )?(?:table|index)|union all)\b|\w (?:text|key)[,?]/i;

/** Messages: strings of more than three words besides SQL, with X for what is put in. */
function readMessages(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const rest = node.templateSpans.map(({ literal }) => `X${literal.text}`);
      found.push(node.head.text + rest.join(""));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.filter((text) => text.split(/\s+/).length > 3 && !sql.test(text));
}

const guides = listFiles(
  "README.md",
  "CONTRIBUTING.md",
  "docs/guides/*.md",
  "packages/*/README.md",
  "packages/generator/templates/*.md",
).map((file) => readText(file).replace(/```[\s\S]*?```/g, ""));

/** Everything that people read: comments, messages, words of the console, docs of specs, guides. */
const everything = [
  prose,
  readComments(listFiles("spec/*.tsp", "packages/*.tsp").map(readText)),
  ...files.flatMap(readMessages),
  ...listFiles("packages/sandbox/src/console/page/words/en.json", "packages/*/checks.json").map(
    // Values alone, without the names of fields.
    (file) => readText(file).replaceAll(/"\w+": /g, ""),
  ),
  ...guides,
].join("\n");

const topLevelNames = files.map((file) => new Set(file.statements.flatMap(namesIn)));

/** Exported top-level names of all files, each with the files that define it. */
const exportedNames = new Map<string, string[]>();
for (const file of files) {
  const isExported = (statement: ts.Statement): boolean =>
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  for (const name of new Set(file.statements.filter(isExported).flatMap(namesIn)))
    exportedNames.set(name, [...(exportedNames.get(name) ?? []), file.fileName]);
}
const namesOfSeveralFiles = [...exportedNames].filter(([, places]) => places.length > 1);

/** Why an exported name may have several definitions. */
const reasons: Readonly<Record<string, string>> = {
  AttemptRow: "the same table, as the notifier types it and as Kysely does",
  Basis: "the library of decorators is published without the contract package",
  ContractTable: "the contract as the client's runtime reads it, and as the server's does",
  NotificationRow: "the same table, as the notifier types it and as Kysely does",
  Report: "of the suite and of the review, which know nothing of each other",
  Result: "public in the server: a handler's; public in the control client: an operation's",
  Secret: "public in the client: a credential; in the console a part of a page",
  SecurityRequirement: "OpenAPI's object in the document, and as the server reads it",
  Settings: "the client's options with defaults, and the sandbox's settings as its API has them",
  array: "the entry `standard-schema` of the client collects mistakes, where its checks throw",
  anyOf: "the entry `standard-schema` of the client collects mistakes, where its checks throw",
  migrate: "public in the server, for its stores; the sandbox has tables of its own",
  object: "the entry `standard-schema` of the client collects mistakes, where its checks throw",
  record: "the entry `standard-schema` of the client collects mistakes, where its checks throw",
  sleep: "server and sandbox each take the machine's timers before a test can replace them",
  BasicCredentials: "public in client and server, for the same two strings",
  CataloguedError: "OpenAPI's object in the document, and as the model reads it",
  Example: "OpenAPI's object in the document, and as the model reads it",
  Exchange: "a request and its response: under way in the server, recorded by the suite",
  Lifecycle: "of the document, and the server's public class made from it",
  Input: "public in the sandbox's control client and in the server's types",
  Logger: "public in client and server, each with the methods that it calls",
  Operation: "OpenAPI's object in the document, and as the model reads it",
  Parameter: "OpenAPI's object in the document, and as the model reads it",
  RateLimitState: "public in client and server: a window as each of them knows it",
  Response: "OpenAPI's object in the document, and as the model reads it",
  SecurityScheme: "OpenAPI's object in the document, and as the model reads it",
  SignatureScheme: "two files of one form: the generated client has the one of its contract",
  checkRequest: "two files of one form: the generated client has the one of its contract",
  checkSignature: "two files of one form: the generated client has the one of its contract",
  formatMoney: "the console is built without the client",
  isObject: "the client is published without the contract package",
  runCommandLine: "the command of each package that has one",
  sign: "two files of one form: the generated client has the one of its contract",
};

test("names with a reason to stand in several files do", () =>
  expect(namesOfSeveralFiles.map(([name]) => name)).toEqual(
    expect.arrayContaining(Object.keys(reasons)),
  ));

function namesIn(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations
      .map(({ name }) => name)
      .filter(ts.isIdentifier)
      .map(({ text }) => text);
  }
  const { name } = statement as ts.Statement & { name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function countIdentifiers(name: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name) count += 1;
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return count;
}

/** Variables and parameters with a name. */
function countLocals(name: string): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    const isLocal =
      ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
    if (isLocal && ts.isIdentifier(node.name) && node.name.text === name) count += 1;
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return count;
}

function countNamesOfSeveralFiles(): number {
  const seen = new Map<string, number>();
  for (const name of topLevelNames.flatMap((names) => [...names])) {
    seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  return [...seen.values()].filter((count) => count > 1).length;
}

function countNestedConditionals(): number {
  let count = 0;
  const visit = (node: ts.Node): void => {
    if (
      ts.isConditionalExpression(node) &&
      [node.whenTrue, node.whenFalse].some(ts.isConditionalExpression)
    ) {
      count += 1;
    }
    ts.forEachChild(node, visit);
  };
  files.forEach(visit);
  return count;
}

const joins = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken];

function partsOf(node: ts.Node): ts.Node[] {
  if (ts.isParenthesizedExpression(node)) return partsOf(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return partsOf(node.operand);
  const isJoined = ts.isBinaryExpression(node) && joins.includes(node.operatorToken.kind);
  return isJoined ? [...partsOf(node.left), ...partsOf(node.right)] : [node];
}

/** A variable or a function names the condition that is its whole value. */
function findLongConditions(): string[] {
  const found: string[] = [];
  const isName = (node: ts.Node): boolean =>
    ts.isVariableDeclaration(node) || ts.isReturnStatement(node) || ts.isArrowFunction(node);
  const visit = (node: ts.Node): void => {
    const parts = partsOf(node);
    if (parts.length > 3 && !isName(node.parent)) found.push(node.getText());
    if (parts.length > 1) parts.forEach(visit);
    else ts.forEachChild(node, visit);
  };
  for (const file of files) ts.forEachChild(file, visit);
  return found;
}

test("a condition of more than three parts has a name", () => {
  expect(findLongConditions()).toEqual([]);
});

const countMatches = (pattern: RegExp): number => everything.match(pattern)?.length ?? 0;

const perTenThousandWords = (pattern: RegExp, text = prose): number => {
  const words = text.split(/\s+/).length;
  return Math.round(((text.match(pattern)?.length ?? 0) / words) * 10_000);
};

test.each([
  {
    of: '"where" in 10,000 words of comments',
    count: () => perTenThousandWords(/\bwhere\b/gi),
    max: 13,
  },
  {
    of: '"where" in 10,000 words of comments that are published',
    count: () => perTenThousandWords(/\bwhere\b/gi, publishedProse),
    max: 5,
  },
  {
    of: '"What …" as a subject in 10,000 words of comments that are published',
    count: () => perTenThousandWords(/(?:^|[.:;]\s+)What\b/gm, publishedProse),
    max: 3,
  },
  {
    of: '"What …" as a subject in 10,000 words of comments',
    count: () => perTenThousandWords(/(?:^|[.:;]\s+)What\b/gm),
    max: 6,
  },
  {
    of: '"what" in 10,000 words of comments',
    count: () => perTenThousandWords(/\bwhat\b/gi),
    max: 9,
  },
  { of: "identifiers called most", count: () => countIdentifiers("most"), max: 0 },
  { of: "variables called text: for people alone", count: () => countLocals("text"), max: 129 },
  {
    of: "top-level names that end in Of",
    count: () =>
      topLevelNames.flatMap((names) => [...names]).filter((name) => name.endsWith("Of")).length,
    max: 88,
  },
  { of: "top-level names that stand in several files", count: countNamesOfSeveralFiles, max: 140 },
  {
    of: "exported names that stand in several files",
    count: () => namesOfSeveralFiles.length,
    max: 34,
  },
  {
    of: "exported names that stand in several files without a reason",
    count: () => namesOfSeveralFiles.filter(([name]) => !(name in reasons)).length,
    max: 0,
  },
  {
    of: '"is of" for "belongs to" or "comes from", and "of its own" for "separate"',
    count: () =>
      countMatches(
        /\b(?:is|are|was|were|be|been) (?:not |all |both |also |only )?of\b|\bof (?:its|their|his) own\b/gi,
      ),
    max: 24,
  },
  {
    of: 'an avoided standard noun: "text" for a string, and the like',
    count: () =>
      countMatches(
        /\b(?:texts?|half a surrogate pair|halves of surrogate pairs|truth values?|until when|who(?:ever)? watch(?:es)?|what watches)\b/gi,
      ),
    max: 66,
  },
  {
    of: 'negated existence: "is no text", "of nothing", "nobody"',
    count: () =>
      countMatches(
        /(?<!there )\b(?:is|are|was|were|be) (?:no(?! longer| need| more)|none|nothing)\b|\b(?:of|by|with|for|from|has|have|had) (?:nothing|none)\b|\b(?:nobody|no one)\b/gi,
      ),
    max: 48,
  },
  {
    of: "sentences that begin with their object",
    count: () =>
      countMatches(/(?:^|[.:;!?]\s+)(?:Of|To|From|By|Whom|Whose|Which|Among|Beyond|Besides)\s/gm),
    max: 22,
  },
  {
    of: "code that says, minds, asks, believes or tells",
    count: () =>
      countMatches(/\b(?:says?|said|minds?|asks?|asked|believes?|believed|tells?|told)\b/gi),
    max: 92,
  },
  {
    of: "conditionals within conditionals",
    count: countNestedConditionals,
    max: 0,
  },
])("$of: at most $max", ({ count, max }) => {
  expect(count()).toBeLessThanOrEqual(max);
});
