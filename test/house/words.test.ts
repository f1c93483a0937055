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

const topLevelNames = files.map((file) => new Set(file.statements.flatMap(namesIn)));

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
  {
    of: "top-level names that end in Of",
    count: () =>
      topLevelNames.flatMap((names) => [...names]).filter((name) => name.endsWith("Of")).length,
    max: 108,
  },
  { of: "top-level names that stand in several files", count: countNamesOfSeveralFiles, max: 144 },
  {
    of: "conditionals within conditionals",
    count: countNestedConditionals,
    max: 0,
  },
])("$of: at most $max", ({ count, max }) => {
  expect(count()).toBeLessThanOrEqual(max);
});
