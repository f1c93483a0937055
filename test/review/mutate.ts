// Edits of a TypeSpec file: every declaration removed, added, renamed, narrowed, widened, reordered, once each.
import { type Node, parse, SyntaxKind, visitChildren } from "@typespec/compiler/ast";

export const edits = [
  "removed",
  "added",
  "renamed",
  "narrowed",
  "widened",
  "reordered",
  "reworded",
] as const;
export type Edit = (typeof edits)[number];

/** One edit of one declaration. */
export interface Mutation {
  edit: Edit;
  /** `property`, `enum member`, `operation`, `return type`, `spread` or the decorator: `@maxLength`. */
  what: string;
  /** Name of the declaration: `amount`, `paid`, `createCharge`. */
  name: string;
  file: string;
  /** First and last line of the declaration before and after the edit. */
  before: [first: number, last: number];
  after: [first: number, last: number];
  text: string;
}

/** What the parser leaves to the binder: the node around a node. */
const parents = new WeakMap<Node, Node>();

interface Replacement {
  pos: number;
  end: number;
  by: string;
}

/** Every mutation of a file. */
export function mutationsOf(file: string, text: string): Mutation[] {
  const found: Mutation[] = [];
  const add = (
    node: Node,
    edit: Edit,
    what: string,
    name: string,
    ...replacements: (Replacement | undefined)[]
  ) => {
    const own = replacements.filter((one) => one !== undefined);
    if (own.length === 0) return;
    const holder = extentOf(node);
    const edited = apply(text, own);
    const grown = own.reduce((sum, { pos, end, by }) => sum + by.length - (end - pos), 0);
    found.push({
      edit,
      what,
      name,
      file,
      text: edited,
      before: [lineAt(text, holder.pos), lineAt(text, holder.end)],
      after: [lineAt(edited, holder.pos), lineAt(edited, holder.end + grown)],
    });
  };
  const visit = (node: Node, parent?: Node): void => {
    if (parent) parents.set(node, parent);
    mutateNode(text, node, (edit, what, name, ...replacements) =>
      add(node, edit, what, name, ...replacements),
    );
    visitChildren(node, (child) => visit(child, node));
  };
  visit(parse(text, { docs: true }));
  return found;
}

type Add = (
  edit: Edit,
  what: string,
  name: string,
  ...replacements: (Replacement | undefined)[]
) => void;

function mutateNode(text: string, node: Node, add: Add): void {
  if (node.kind === SyntaxKind.ModelProperty) mutateProperty(text, node, add);
  else if (node.kind === SyntaxKind.EnumMember) {
    const name = node.id.sv;
    add("removed", "enum member", name, remove(text, node));
    add("added", "enum member", "zzAdded", insert(text, node, "/** New. */\n  zzAdded,\n\n  "));
    add("renamed", "enum member", `${name}Renamed`, replace(node.id, `${name}Renamed`));
    add("reordered", "enum member", name, ...swap(text, node));
  } else if (node.kind === SyntaxKind.UnionVariant && node.id) {
    add("removed", "union variant", node.id.sv, remove(text, node));
    add("reordered", "union variant", node.id.sv, ...swap(text, node));
  } else if (node.kind === SyntaxKind.OperationStatement) {
    add("removed", "operation", node.id.sv, remove(text, node));
    add("renamed", "operation", `${node.id.sv}Renamed`, replace(node.id, `${node.id.sv}Renamed`));
    add("reordered", "operation", node.id.sv, ...swap(text, node));
  } else if (node.kind === SyntaxKind.UnionExpression) {
    for (const [index, option] of node.options.entries()) {
      const name = text.slice(option.pos, option.end).trim();
      const first = node.options[index === 0 ? 1 : 0];
      add("removed", "alternative", name, removeOption(text, node.options, index));
      if (index > 0 && first)
        add(
          "reordered",
          "alternative",
          name,
          replace(option, textOf(text, first)),
          replace(first, textOf(text, option)),
        );
    }
  } else if (node.kind === SyntaxKind.ModelSpreadProperty) {
    const { pos, end } = trimmed(text, node);
    const comma = /[,;]/.test(text[end] ?? "") ? 1 : 0;
    add("removed", "spread", textOf(text, node.target), { pos, end: end + comma, by: "" });
  } else if (node.kind === SyntaxKind.DecoratorExpression) mutateDecorator(text, node, add);
  else if (
    node.kind === SyntaxKind.ModelStatement ||
    node.kind === SyntaxKind.EnumStatement ||
    node.kind === SyntaxKind.ScalarStatement
  ) {
    const [doc] = ("docs" in node && node.docs) || [];
    if (doc)
      add("reworded", "description", node.id.sv, {
        pos: doc.pos,
        end: doc.end,
        by: text.slice(doc.pos, doc.end).replace(/\b[a-z]{4,}\b/, "words"),
      });
  }
}

type Property = Extract<Node, { kind: SyntaxKind.ModelProperty }>;

function mutateProperty(text: string, node: Property, add: Add): void {
  const name = node.id.sv;
  const isParameter = inOperation(node);
  const what = isParameter ? "parameter" : "property";
  const separator = isParameter ? "," : ";";
  add("removed", what, name, remove(text, node));
  if (!isParameter)
    add(
      "added",
      what,
      "zzAdded",
      insert(text, node, `/** New. */\n  @example("1042")\n  zzAdded?: string${separator}\n\n  `),
    );
  add("renamed", what, `${name}Renamed`, replace(node.id, `${name}Renamed`));
  if (node.optional) {
    const mark = text.indexOf("?", node.id.end);
    add("narrowed", what, name, node.default ? undefined : { pos: mark, end: mark + 1, by: "" });
  } else add("widened", what, name, { pos: node.id.end, end: node.id.end, by: "?" });
  const type = text.slice(node.value.pos, node.value.end).trim();
  if (
    type === "string" &&
    !node.decorators.some(({ target }) => /maxLength/.test(text.slice(target.pos, target.end)))
  )
    add("narrowed", what, name, insert(text, node, "@maxLength(500)\n  "));
  add("reordered", what, name, ...swap(text, node));
}

/** What an alternative is declared in: its operation, or the property that it is of. */
function operationOf(node: Node): Node {
  let at: Node = node;
  for (
    let next = parents.get(at);
    next && next.kind !== SyntaxKind.InterfaceStatement;
    next = parents.get(at)
  ) {
    if (at.kind === SyntaxKind.OperationStatement || at.kind === SyntaxKind.ModelProperty) break;
    at = next;
  }
  return at;
}

function inOperation(node: Node): boolean {
  for (let at = parents.get(node); at; at = parents.get(at))
    if (at.kind === SyntaxKind.OperationStatement) return true;
  return false;
}

/** What a decorator promises is dropped, halved and doubled. */
function mutateDecorator(
  text: string,
  node: Extract<Node, { kind: SyntaxKind.DecoratorExpression }>,
  add: Add,
): void {
  const name = `@${text.slice(node.target.pos, node.target.end).trim()}`;
  if (["@example", "@summary", "@doc"].includes(name)) return;
  add("removed", name, ownerOf(node), { ...trimmed(text, node), by: "" });
  const numbers: Node[] = [];
  const visit = (inner: Node): void => {
    if (inner.kind === SyntaxKind.NumericLiteral) numbers.push(inner);
    visitChildren(inner, visit);
  };
  for (const argument of node.arguments) visit(argument);
  const [first] = numbers;
  if (!first) return;
  const value = Number(text.slice(first.pos, first.end));
  if (!(value >= 2)) return;
  const upper = /max|rateLimit|bodyLimit/.test(name);
  const low = String(Math.ceil(value / 2));
  const high = String(value * 2);
  add("narrowed", name, ownerOf(node), replace(first, upper ? low : high));
  add("widened", name, ownerOf(node), replace(first, upper ? high : low));
}

function ownerOf(node: Node): string {
  const parent = parents.get(node);
  return parent && "id" in parent && parent.id && "sv" in parent.id
    ? String(parent.id.sv)
    : "PixPayments";
}

/** What an edit is an edit of, with its comments: the operation, for what stands in its answers. */
function extentOf(node: Node): { pos: number; end: number } {
  const isAnswer =
    node.kind === SyntaxKind.UnionExpression || node.kind === SyntaxKind.ModelSpreadProperty;
  const own = isAnswer && inOperation(node) ? operationOf(node) : node;
  const isDecorator = node.kind === SyntaxKind.DecoratorExpression;
  const holder = isDecorator ? (parents.get(node) ?? node) : own;
  const docs = ("docs" in holder && (holder.docs as readonly Node[] | undefined)) || [];
  return { pos: Math.min(holder.pos, ...docs.map(({ pos }) => pos)), end: holder.end };
}

function trimmed(
  text: string,
  { pos, end }: { pos: number; end: number },
): { pos: number; end: number } {
  const inner = text.slice(pos, end);
  return {
    pos: pos + inner.length - inner.trimStart().length,
    end: end - (inner.length - inner.trimEnd().length),
  };
}

function textOf(text: string, node: Node): string {
  const { pos, end } = trimmed(text, node);
  return text.slice(pos, end);
}

function replace(node: { pos: number; end: number }, by: string): Replacement {
  return { pos: node.pos, end: node.end, by };
}

function remove(text: string, node: Node): Replacement {
  const { pos, end } = trimmed(text, extentOf(node));
  return { pos, end: /[,;]/.test(text[end] ?? "") ? end + 1 : end, by: "" };
}

function removeOption(
  text: string,
  options: readonly Node[],
  index: number,
): Replacement | undefined {
  const option = options[index];
  if (!option || options.length < 2) return undefined;
  const { pos, end } = trimmed(text, option);
  if (index > 0) return { pos: text.lastIndexOf("|", pos), end, by: "" };
  return { pos, end: text.indexOf("|", end) + 1, by: "" };
}

function insert(text: string, node: Node, by: string): Replacement {
  const { pos } = trimmed(text, extentOf(node));
  return { pos, end: pos, by };
}

/** The declaration and the one after it change places. */
function swap(text: string, node: Node): Replacement[] {
  const siblings: Node[] = [];
  const parent = parents.get(node);
  if (parent)
    visitChildren(parent, (other) => void (other.kind === node.kind && siblings.push(other)));
  const next = siblings[siblings.indexOf(node) + 1];
  if (!next) return [];
  const a = trimmed(text, extentOf(node));
  const b = trimmed(text, extentOf(next));
  return [
    { ...a, by: text.slice(b.pos, b.end) },
    { ...b, by: text.slice(a.pos, a.end) },
  ];
}

function apply(text: string, replacements: readonly Replacement[]): string {
  return [...replacements]
    .sort((a, b) => b.pos - a.pos)
    .reduce((result, { pos, end, by }) => result.slice(0, pos) + by + result.slice(end), text);
}

export function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

/** The file with blanks for its examples, so that every line stays where it is. */
export function withoutExamples(text: string): string {
  let result = text;
  const blank = ({ pos, end }: { pos: number; end: number }): void => {
    result =
      result.slice(0, pos) + result.slice(pos, end).replaceAll(/[^\n]/g, " ") + result.slice(end);
  };
  const visit = (node: Node): void => {
    // Those of single fields go with their field.
    if (
      node.kind === SyntaxKind.DecoratorExpression &&
      /^@(opExample\b|example\(\s*#)/.test(textOf(text, node))
    )
      blank(node);
    if (node.kind === SyntaxKind.ConstStatement && node.type)
      blank({ pos: node.id.end, end: text.indexOf("=", node.type.end) });
    visitChildren(node, visit);
  };
  visit(parse(text));
  return result;
}
