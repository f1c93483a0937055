// The declarations of a spec that were edited, and those from which a change at another declaration follows.
import { type Node, parse, SyntaxKind, visitChildren } from "@typespec/compiler/ast";

/** A declaration as it is written, without the declarations within it. */
interface Declaration {
  /** `Book.title`: its name and that of its declaration. */
  key: string;
  holder: string | undefined;
  file: string;
  first: number;
  last: number;
  /** Without comments and line breaks. */
  text: string;
  lines: string[];
  /** The lines of each decorator of several lines. */
  decorators: { first: number; last: number }[];
}

/** The place of an edited declaration: in the head, or in the base if it was removed. */
export interface Edited {
  name: string;
  in: "base" | "head";
  file: string;
  /** Its first line and its last, with its comments. */
  first: number;
  last: number;
  /** The line that was edited. */
  line: number;
}

type Declarations = Map<string, Declaration>;

/** The first line of a decorator that gives operations a path or a method. */
const addressing = /^\s*@(route|get|put|post|patch|delete|head)\b/;

const declarationKinds = new Set([
  SyntaxKind.ModelStatement,
  SyntaxKind.ModelProperty,
  SyntaxKind.ModelSpreadProperty,
  SyntaxKind.EnumStatement,
  SyntaxKind.EnumMember,
  SyntaxKind.UnionStatement,
  SyntaxKind.UnionVariant,
  SyntaxKind.ScalarStatement,
  SyntaxKind.AliasStatement,
  SyntaxKind.ConstStatement,
  SyntaxKind.OperationStatement,
  SyntaxKind.InterfaceStatement,
  SyntaxKind.NamespaceStatement,
  SyntaxKind.AugmentDecoratorStatement,
]);

function declarationsIn(files: ReadonlyMap<string, string>): Declarations {
  const found: Declarations = new Map();
  for (const [file, source] of files) {
    const lineAt = (offset: number): number => source.slice(0, offset).split("\n").length;
    /** Notes the declarations in a node. @param siblings takes the outermost ones */
    const visit = (node: Node, holder: string | undefined, siblings: Node[]): void => {
      if (!declarationKinds.has(node.kind))
        return void visitChildren(node, (child) => visit(child, holder, siblings));
      siblings.push(node);
      const isNamespace = node.kind === SyntaxKind.NamespaceStatement;
      const name = getDeclarationName(node, source);
      let key = holder === undefined ? name : `${holder}.${name}`;
      // Augment decorators and spreads may have the same name several times.
      while (found.has(key)) key = `${key}'`;
      const members: Node[] = [];
      // Declarations do not belong together just because they share a namespace.
      visitChildren(node, (child) => visit(child, isNamespace ? undefined : key, members));
      const start = node.pos + Math.max(source.slice(node.pos).search(/\S/), 0);
      const own = ownText(source, node, members);
      found.set(key, {
        key,
        holder,
        file,
        first: lineAt(start),
        last: lineAt(node.end),
        text: own,
        lines: source.slice(start, node.end).split("\n"),
        decorators: decoratorsOf(node).map(({ pos, end }) => ({
          first: lineAt(pos + source.slice(pos).search(/\S/)),
          last: lineAt(end),
        })),
      });
    };
    visit(parse(source), undefined, []);
  }
  return found;
}

function decoratorsOf(node: Node): readonly Node[] {
  return "decorators" in node && Array.isArray(node.decorators) ? node.decorators : [];
}

function getDeclarationName(node: Node, source: string): string {
  if ("id" in node && node.id && "sv" in node.id) return String(node.id.sv);
  const target = "target" in node ? node.target : undefined;
  const { pos, end } = (target ?? ("targetType" in node ? node.targetType : node)) as Node;
  return `...${source.slice(pos, end).trim()}`;
}

/** The source of a node without the nodes within it. */
function ownText(source: string, { pos, end }: Node, within: Node[]): string {
  let own = "";
  let from = pos;
  for (const inner of within.sort((a, b) => a.pos - b.pos)) {
    own += source.slice(from, inner.pos);
    from = inner.end;
  }
  const whole = own + source.slice(from, end);
  return whole
    .replaceAll(/"""[\s\S]*?"""|"(?:[^"\\]|\\.)*"|\/\/.*|\/\*[\s\S]*?\*\//g, (part) =>
      part.startsWith("/") ? "" : part,
    )
    .replaceAll(/[\s,;]+/g, " ")
    .trim();
}

/** The edits of a spec, by a line of one of its two states. */
export interface SpecEdits {
  /** The edited declaration that a change at a line follows from; undefined if its own declaration was edited. */
  findCause(side: "base" | "head", file: string, line: number): Edited | undefined;
  /** The edited line of the decorator that begins at a line; otherwise that line. */
  findLine(side: "base" | "head", file: string, line: number): number;
  /** The edited line of the decorators that give the operation at a line its address; otherwise that line. */
  findAddress(side: "base" | "head", file: string, line: number): number;
  /** The line of the head next to a line of the base's declaration that was removed; undefined for one that was kept. */
  findNeighbour(file: string, line: number): { file: string; line: number } | undefined;
}

/**
 * Compares the sources of two specs.
 *
 * @param base content of each file by its path
 */
export function findEdited(
  base: ReadonlyMap<string, string>,
  head: ReadonlyMap<string, string>,
): SpecEdits {
  const sides = { base: declarationsIn(base), head: declarationsIn(head) };
  const keys = new Set([...sides.base.keys(), ...sides.head.keys()]);
  const isEdited = (key: string | undefined): boolean =>
    key !== undefined && sides.base.get(key)?.text !== sides.head.get(key)?.text;
  const all = [...sides.head.values(), ...sides.base.values()];
  const holderOf = (key: string): string | undefined =>
    (sides.head.get(key) ?? sides.base.get(key))?.holder;
  // A part that was added or removed with its holder is not reported separately.
  const edited = new Set([...keys].filter((key) => isEdited(key) && !isEdited(holderOf(key))));
  const isWithinEdited = (key: string | undefined): boolean =>
    key !== undefined && (isEdited(key) || isWithinEdited(holderOf(key)));
  const near = neighbours(all);
  const declarationAt = (side: "base" | "head", file: string, line: number) =>
    [...sides[side].values()]
      .filter((one) => one.file === file && one.first <= line && line <= one.last)
      .sort((a, b) => a.last - a.first - (b.last - b.first))[0];
  /** The first line of a decorator that the other side's declaration does not have. */
  const editedIn = (
    side: "base" | "head",
    own: Declaration,
    { first, last }: Declaration["decorators"][number],
  ): number | undefined => {
    const other = sides[side === "base" ? "head" : "base"].get(own.key);
    const lines = own.lines.slice(first - own.first, last + 1 - own.first);
    const index = other ? lines.findIndex((one) => !other.lines.includes(one)) : -1;
    return index < 0 ? undefined : first + index;
  };
  const findLine: SpecEdits["findLine"] = (side, file, line) => {
    const own = declarationAt(side, file, line);
    const decorator = own?.decorators.find(({ first }) => first === line);
    return (own && decorator && editedIn(side, own, decorator)) ?? line;
  };
  const findAddress: SpecEdits["findAddress"] = (side, file, line) => {
    const own = declarationAt(side, file, line);
    for (let one = own; one; one = sides[side].get(one.holder ?? "")) {
      const { lines, first: start, decorators } = one;
      for (const decorator of decorators) {
        if (!addressing.test(lines[decorator.first - start] ?? "")) continue;
        const found = editedIn(side, one, decorator);
        if (found !== undefined) return found;
      }
    }
    return line;
  };
  const findNeighbour: SpecEdits["findNeighbour"] = (file, line) => {
    let own = declarationAt("base", file, line);
    if (!own || sides.head.has(own.key)) return undefined;
    // What was removed with its holder is next to the holder's neighbours.
    for (let one = own; one.holder !== undefined && !sides.head.has(one.holder); own = one) {
      const holder = sides.base.get(one.holder);
      if (!holder) break;
      one = holder;
    }
    const { holder, first } = own;
    const kept = (one: Declaration): boolean =>
      one.holder === holder && sides.head.get(one.key)?.file === file;
    const siblings = [...sides.base.values()].filter((one) => one.file === file && kept(one));
    const before = siblings.filter(({ last }) => last < first).sort((a, b) => b.last - a.last)[0];
    const after = siblings.filter((one) => one.first > first).sort((a, b) => a.first - b.first)[0];
    const [previous, next] = [before, after].map((one) => one && sides.head.get(one.key));
    if (previous) return { file, line: previous.last };
    return next && { file, line: next.first };
  };
  const findCause: SpecEdits["findCause"] = (side, file, line) => {
    const own = declarationAt(side, file, line);
    if (edited.size === 0 || isWithinEdited(own?.key)) return undefined;
    const reached = own ? nearest(own.key, near, edited) : [];
    const causes = reached.length > 0 ? reached : [...edited];
    // Declarations of one holder are one edit, such as a new name.
    if (new Set(causes.map(holderOf)).size > 1) return undefined;
    const cause = causes.find((key) => sides.head.has(key)) ?? causes[0] ?? "";
    const found = sides.head.get(cause) ?? sides.base.get(cause);
    const name = cause.replaceAll("'", "");
    return (
      found && {
        name,
        in: sides.head.has(cause) ? "head" : "base",
        file: found.file,
        first: found.first,
        last: found.last,
        line: found.first + editedLine(found, sides.base.get(cause)),
      }
    );
  };
  return { findCause, findLine, findAddress, findNeighbour };
}

/** The first line that the base's declaration does not have; without one, the first that is not a comment. */
function editedLine({ lines }: Declaration, base: Declaration | undefined): number {
  const isCode = (line: string): boolean => !/^\s*(\/[*/]|\*)/.test(line);
  const isNew = (line: string): boolean => !base?.lines.includes(line);
  const edited = lines.findIndex((line) => isCode(line) && isNew(line));
  return edited >= 0 ? edited : Math.max(lines.findIndex(isCode), 0);
}

/** Declarations that hold or mention each other. */
function neighbours(all: readonly Declaration[]): Map<string, Set<string>> {
  const near = new Map<string, Set<string>>(all.map(({ key }) => [key, new Set()]));
  const join = (a: string, b: string): void => {
    near.get(a)?.add(b);
    near.get(b)?.add(a);
  };
  for (const { key, holder, text } of all) {
    if (holder !== undefined) join(key, holder);
    for (const [word] of text.matchAll(/[A-Za-z_]\w*/g))
      if (word !== key && near.has(word)) join(key, word);
  }
  return near;
}

/** The edited declarations that are the fewest steps away. */
function nearest(
  from: string,
  near: Map<string, Set<string>>,
  edited: ReadonlySet<string>,
): string[] {
  const seen = new Set([from]);
  for (let layer = [from]; layer.length > 0; ) {
    const found = layer.filter((key) => edited.has(key));
    if (found.length > 0) return found;
    layer = layer
      .flatMap((key) => [...(near.get(key) ?? [])])
      .filter((key) => !seen.has(key) && seen.add(key));
  }
  return [];
}
