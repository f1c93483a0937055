// `npm run test:mutants`: changes one thing at a time in a source file, and sees whether a test notices. By default every
// file of `runtime/` and of the sandbox's service, notifications, storage and control, twenty changes each; `-- path…` takes
// other files, MUTANTS another number, and `--near` asks only the tests that lie beside a file, which takes seconds. A file is put back as it was after each change, also when this is interrupted.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "../..");
const areas = ["runtime", ...["service", "notifications", "storage", "control"].map((room) => `sandbox/src/${room}`)];

interface Mutant {
  start: number;
  end: number;
  /** What stands there instead. */
  text: string;
}

const operators: Partial<Record<ts.SyntaxKind, string>> = {
  [ts.SyntaxKind.LessThanToken]: "<=",
  [ts.SyntaxKind.LessThanEqualsToken]: "<",
  [ts.SyntaxKind.GreaterThanToken]: ">=",
  [ts.SyntaxKind.GreaterThanEqualsToken]: ">",
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: "!==",
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: "===",
  [ts.SyntaxKind.PlusToken]: "-",
  [ts.SyntaxKind.MinusToken]: "+",
  [ts.SyntaxKind.AsteriskToken]: "/",
  [ts.SyntaxKind.AmpersandAmpersandToken]: "||",
  [ts.SyntaxKind.BarBarToken]: "&&",
  [ts.SyntaxKind.PlusEqualsToken]: "-=",
  [ts.SyntaxKind.MinusEqualsToken]: "+=",
};

/** Everything that is changed in a source, one at a time. */
function findMutants(source: ts.SourceFile): Mutant[] {
  const found: Mutant[] = [];
  const add = (node: ts.Node, text: string): void => {
    found.push({ start: node.getStart(source), end: node.getEnd(), text });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isImportDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const other = operators[node.operatorToken.kind];
      if (other !== undefined) add(node.operatorToken, other);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true");
    else if (ts.isNumericLiteral(node) && !ts.isPropertyAssignment(node.parent)) add(node, `(${node.text} + 1)`);
    else if (ts.isIfStatement(node)) {
      add(node.expression, "true");
      add(node.expression, "false");
    } else if (ts.isExpressionStatement(node) && ts.isCallExpression(skipAwait(node.expression))) add(node, ";");
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function skipAwait(expression: ts.Expression): ts.Expression {
  return ts.isAwaitExpression(expression) ? expression.expression : expression;
}

/** Whether a test fails that has to do with a file: those beside it are asked first, because they are quick. */
function isNoticed(file: string): boolean {
  const beside = file.replace(/\.ts$/, ".test.ts");
  if (existsSync(join(root, beside)) && !passes(["run", beside])) return true;
  return !isNear && !passes(["related", file, "--run"]);
}

function passes(tests: readonly string[]): boolean {
  const options = ["--project", "fast", "--bail", "1", "--reporter", "dot"];
  const { status } = spawnSync("vitest", [...tests, ...options], { cwd: root, stdio: "ignore", timeout: 600_000 });
  return status === 0;
}

let restore = (): void => {};
process.on("SIGINT", () => {
  restore();
  process.exit(130);
});

const most = Number(process.env.MUTANTS ?? 20);
const isNear = process.argv.includes("--near");
const given = process.argv.slice(2).filter((name) => !name.startsWith("--"));
const files = given.length > 0 ? given : areas.flatMap((area) => globSync(`${area}/**/*.ts`, { cwd: root }));
let killed = 0;
let total = 0;
for (const file of files.filter((name) => !/\.test\.ts$|\.d\.ts$/.test(name)).sort()) {
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const all = findMutants(source);
  // Spread evenly over the file, the same ones each time.
  const step = Math.max(1, all.length / most);
  const chosen = all.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
  restore = () => writeFileSync(path, text);
  try {
    if (chosen.length > 0 && isNoticed(file)) throw new Error(`The tests of ${file} fail as it is.`);
    for (const { start, end, text: other } of chosen) {
      writeFileSync(path, text.slice(0, start) + other + text.slice(end));
      total += 1;
      if (isNoticed(file)) killed += 1;
      else {
        const { line } = source.getLineAndCharacterOfPosition(start);
        console.log(`survived: ${relative(root, path)}:${line + 1} ${text.slice(start, end).slice(0, 60)} → ${other}`);
      }
    }
  } finally {
    restore();
  }
}
console.log(`${killed} of ${total} changes were noticed: ${Math.round((100 * killed) / Math.max(1, total))} %.`);
if (total > 0 && killed / total < 0.85) process.exitCode = 1;
