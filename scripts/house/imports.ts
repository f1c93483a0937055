import ts from "typescript";

/**
 * The specifiers that a file imports from, whatever the form: static or dynamic, of types, exported again, `require`. An
 * import whose specifier the code computes is undefined.
 */
export function readImports(path: string, text: string): (string | undefined)[] {
  const kind = path.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const found: (string | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    const specifier = findSpecifier(node);
    if (specifier) found.push(readText(specifier));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function findSpecifier(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return node.argument;
  if (ts.isCallExpression(node) && isLoader(node.expression)) return node.arguments[0];
  return undefined;
}

/** `import`, `require`, or what `createRequire` returns. */
function isLoader(called: ts.Expression): boolean {
  if (called.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(called)) return called.text === "require";
  return ts.isCallExpression(called) && isCallOf(called, "createRequire");
}

function isCallOf({ expression }: ts.CallExpression, name: string): boolean {
  return ts.isIdentifier(expression) && expression.text === name;
}

/** The text of a specifier. Of a template, its beginning is enough if that names a package. */
function readText(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isLiteralTypeNode(node)) return readText(node.literal);
  if (ts.isAsExpression(node)) return readText(node.expression);
  if (ts.isTemplateExpression(node) && /^[^./].*\/$/.test(node.head.text)) return node.head.text;
  return undefined;
}
