import { posix } from "node:path";
import ts from "typescript";

/**
 * The specifiers that a file imports from, whatever the form: static or dynamic, of types, exported again, `require`; and
 * the files that it names by their place beside it, to read or to run: `new URL("../x", import.meta.url)`,
 * `join(import.meta.dirname, "../x")`. If the code computes a specifier, it is undefined.
 */
export function readImports(path: string, source: string): (string | undefined)[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind);
  const loaders = new Set(["require"]);
  const places = new Set<string>();
  const found: (string | undefined)[] = [];
  const isPlace = (node: ts.Node): boolean =>
    /\bimport\.meta\.(url|dirname|filename)\b/.test(node.getText(file)) ||
    (ts.isIdentifier(node) && places.has(node.text));
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      if (isMadeLoader(node.initializer)) loaders.add(node.name.text);
      else if (isPlace(node.initializer)) places.add(node.name.text);
    }
    const specifier = findSpecifier(node, loaders);
    if (specifier) found.push(readLiteral(specifier));
    found.push(...findNeighbours(node, isPlace));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function findSpecifier(node: ts.Node, loaders: ReadonlySet<string>): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return node.argument;
  if (ts.isCallExpression(node) && isLoader(node.expression, loaders)) return node.arguments[0];
  return undefined;
}

/** `import`, `require`, a function that `createRequire` returns, and the `resolve` of each. */
function isLoader(called: ts.Expression, loaders: ReadonlySet<string>): boolean {
  if (called.kind === ts.SyntaxKind.ImportKeyword || isMadeLoader(called)) return true;
  if (ts.isIdentifier(called)) return loaders.has(called.text);
  if (!ts.isPropertyAccessExpression(called) || called.name.text !== "resolve") return false;
  return ts.isMetaProperty(called.expression) || isLoader(called.expression, loaders);
}

function isMadeLoader(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && isNamed(node.expression, "createRequire");
}

/** Places beside the module that a node names: of a URL, of a joined path, of a template. */
function findNeighbours(node: ts.Node, isPlace: (node: ts.Node) => boolean): string[] {
  if (ts.isNewExpression(node) && isNamed(node.expression, "URL")) {
    const [place, base] = node.arguments ?? [];
    return place && base && isPlace(base) ? readPlaces(place) : [];
  }
  if (ts.isCallExpression(node) && isNamed(node.expression, "join", "resolve")) {
    const [base, ...steps] = node.arguments;
    const texts = steps.map((step) => (ts.isStringLiteralLike(step) ? step.text : "*"));
    return base && isPlace(base) ? [beside(posix.join(...texts))] : [];
  }
  if (!ts.isTemplateExpression(node)) return [];
  return node.templateSpans
    .filter(({ expression }) => isPlace(expression))
    .map(({ literal }) => `.${literal.text}`);
}

function readPlaces(node: ts.Expression): string[] {
  if (ts.isConditionalExpression(node))
    return [...readPlaces(node.whenTrue), ...readPlaces(node.whenFalse)];
  if (ts.isStringLiteralLike(node)) return [beside(node.text)];
  return ts.isTemplateExpression(node) ? [beside(node.head.text)] : [];
}

/** `page/` names a place beside the module, not a package. */
function beside(place: string): string {
  return /^(\.|\/|\w+:)/.test(place) ? place : `./${place}`;
}

/** The last name of an expression is one of these: `URL`, `path.join`. */
function isNamed(node: ts.Expression, ...names: string[]): boolean {
  const name = ts.isPropertyAccessExpression(node) ? node.name : node;
  return ts.isIdentifier(name) && names.includes(name.text);
}

/** The value of a specifier; for a template its beginning, which is enough if it names a package. */
function readLiteral(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isLiteralTypeNode(node)) return readLiteral(node.literal);
  if (ts.isAsExpression(node)) return readLiteral(node.expression);
  if (ts.isTemplateExpression(node) && /^[^./].*\/$/.test(node.head.text)) return node.head.text;
  return undefined;
}
