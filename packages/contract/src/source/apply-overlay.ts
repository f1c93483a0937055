// OpenAPI Overlay 1.0 and 1.1: changes of a document that belongs to somebody else, in a separate file.
import { jsonpath } from "json-p3";
import { LineCounter, parseDocument } from "yaml";
import { suggestName } from "../command-line.ts";
import { SpecError } from "../spec-error.ts";

type Tree = Record<string, unknown>;

/** One change of the values that its target selects. */
interface Action {
  target: string;
  update?: unknown;
  copy?: string;
  remove?: boolean;
}

/** Where an action stands, for messages: `behaviour.yaml:12, action 3`. */
type Place = string;

/**
 * Applies an overlay to a copy of a document. Unlike the standard, it refuses a target that selects nothing: the document
 * has changed since the overlay was written, or the target is misspelt.
 *
 * @param yaml content of the overlay: YAML or JSON
 * @param file how messages call it
 * @throws {SpecError} with the line of the action that cannot be carried out
 */
export function applyOverlay<Document extends object>(
  document: Document,
  yaml: string,
  file: string,
): Document {
  let changed: unknown = structuredClone(document);
  for (const [place, action] of readActions(yaml, file))
    changed = applyAction(changed, action, place);
  return changed as Document;
}

/** The actions of an overlay, with their places. */
function readActions(yaml: string, file: string): [Place, Action][] {
  const lines = new LineCounter();
  const parsed = parseDocument(yaml, { lineCounter: lines });
  const [fault] = parsed.errors;
  if (fault) throw new SpecError(`${file}: ${fault.message}`);
  const overlay: unknown = parsed.toJS();
  if (!isTree(overlay) || typeof overlay.overlay !== "string")
    throw new SpecError(
      `${file} is not an overlay: its field \`overlay\` has to be 1.0.0 or 1.1.0.`,
    );
  if (!/^1\.[01]\.\d+$/.test(overlay.overlay))
    throw new SpecError(`${file}: overlay ${overlay.overlay} is not supported; 1.0 and 1.1 are.`);
  const { actions } = overlay;
  if (!Array.isArray(actions) || actions.length === 0)
    throw new SpecError(`${file}: \`actions\` has to be a list with at least one action.`);
  return actions.map((action: unknown, index) => {
    const [start = 0] =
      (parsed.getIn(["actions", index], true) as { range?: number[] }).range ?? [];
    const place = `${file}:${lines.linePos(start).line}, action ${index + 1}`;
    return [place, readAction(action, place)];
  });
}

const fields = { target: "string", description: "string", copy: "string", remove: "boolean" };

function readAction(action: unknown, place: Place): Action {
  if (!isTree(action)) throw new SpecError(`${place} has to be an object.`);
  for (const [name, value] of Object.entries(action)) {
    if (name === "update" || name.startsWith("x-")) continue;
    const type = fields[name as keyof typeof fields];
    if (type === undefined)
      throw new SpecError(
        `${place}: unknown field ${name}; known are update and ${Object.keys(fields).join(", ")}.`,
      );
    if (typeof value !== type) throw new SpecError(`${place}: ${name} has to be a ${type}.`);
  }
  if (action.target === undefined) throw new SpecError(`${place} has no target.`);
  const given = ["update", "copy"].filter((name) => Object.hasOwn(action, name));
  if (action.remove !== true && given.length !== 1)
    throw new SpecError(`${place} needs one of update, copy and \`remove: true\`.`);
  return action as unknown as Action;
}

/** The document after one action: the document itself, or the value that takes its place. */
function applyAction(
  document: unknown,
  { target, update, copy, remove }: Action,
  place: Place,
): unknown {
  const found = select(document, target, place);
  if (remove) {
    // Backwards: the places of a list move up when one before them goes.
    for (const path of found.reverse()) removeAt(document, path, place);
    return document;
  }
  const value = copy === undefined ? update : readCopied(document, copy, place);
  let changed = document;
  for (const path of found)
    changed = setAt(changed, path, (old) => merge(old, value, `${place}: ${target}`));
  return changed;
}

type Path = readonly (string | number)[];

function select(document: unknown, query: string, place: Place): Path[] {
  const nodes = runQuery(document, query, place);
  if (nodes.length > 0) return nodes;
  throw new SpecError(`${place}: ${query} matches nothing${describeMiss(document, query)}`);
}

function runQuery(document: unknown, query: string, place: Place): Path[] {
  try {
    return jsonpath.query(query, document as never).nodes.map(({ location }) => location);
  } catch (error) {
    throw new SpecError(`${place}: ${query} is not a JSONPath:  ${(error as Error).message}.`);
  }
}

/** How far a query leads, and the names that it could go on with: of many the nearest, if one is near. */
function describeMiss(document: unknown, query: string): string {
  const steps = [...query.matchAll(/\.\.?(?:[\w-]+|\*)|\[(?:'[^']*'|"[^"]*"|[^\]])*\]/g)];
  for (const step of steps.reverse()) {
    const part = query.slice(0, step.index);
    const [first] = jsonpath.query(part, document as never).nodes;
    if (!first) continue;
    const names = isTree(first.value) ? Object.keys(first.value) : [];
    const miss = `: ${part} is there, ${step[0]} is not`;
    const isLong = names.length > 20;
    const word = step[0].replaceAll(/^\.+|^\[['"]?|['"]?\]$/g, "");
    const suggestion = isLong ? suggestName(word, names) : "";
    if (suggestion) return `${miss}.${suggestion}`;
    const shown = names.slice(0, 20).join(", ") + (isLong ? ", …" : "");
    return `${miss}${shown && ` (it has ${shown})`}.`;
  }
  return ".";
}

function readCopied(document: unknown, query: string, place: Place): unknown {
  const paths = select(document, query, place);
  const [path = []] = paths;
  if (paths.length > 1)
    throw new SpecError(
      `${place}: copy has to select one value; ${query} selects ${paths.length}.`,
    );
  return path.reduce((value, key) => (value as Tree)[key], document);
}

function removeAt(document: unknown, path: Path, place: Place): void {
  const key = path.at(-1);
  if (key === undefined) throw new SpecError(`${place}: the whole document cannot be removed.`);
  const parent = path.slice(0, -1).reduce((value, step) => (value as Tree)[step], document);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete (parent as Tree)[key];
}

/** Replaces the value at a path; the document itself if the path is empty. */
function setAt(document: unknown, path: Path, change: (old: unknown) => unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return change(document);
  const parent = document as Tree;
  const value = setAt(parent[key], rest, change);
  Object.defineProperty(parent, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return document;
}

/** A value merged with an update, by the rules of the standard. */
function merge(old: unknown, update: unknown, place: string): unknown {
  if (Array.isArray(old))
    return [...old, ...structuredClone(Array.isArray(update) ? update : [update])];
  if (isTree(old) && isTree(update)) {
    const entries = Object.entries(update).map(([name, value]): [string, unknown] => [
      name,
      Object.hasOwn(old, name)
        ? merge(old[name], value, `${place} ${name}`)
        : structuredClone(value),
    ]);
    return Object.fromEntries([...Object.entries(old), ...entries]);
  }
  if (isTree(old) || isTree(update) || Array.isArray(update))
    throw new SpecError(
      `${place} is ${kindOf(old)}, its update ${kindOf(update)}: they cannot be merged.`,
    );
  return update;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return isTree(value) ? "an object" : JSON.stringify(value);
}

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
