import { stepsOf } from "../place.ts";

/** The places that are looked for, as a tree of their keys; what was found has its line. */
interface Wanted {
  line?: number;
  inner: Map<string, Wanted>;
}

/** An object or list that is being read; nothing is looked for in one without `wanted`. */
interface Open {
  wanted: Wanted | undefined;
  key: string | number;
}

/**
 * Lines of the places in a JSON text, in one pass; the line of the holder for what is not there.
 *
 * @param text valid JSON
 */
export function linesOfJson(text: string, pointers: readonly string[]): Map<string, number> {
  const root: Wanted = { inner: new Map(), line: 1 };
  for (const pointer of pointers) stepsOf(pointer).reduce(innerOf, root);
  const open: Open[] = [];
  let [line, isKey] = [1, false];
  const here = (): Wanted | undefined => {
    const last = open.at(-1);
    return last ? last.wanted?.inner.get(String(last.key)) : root;
  };
  const found = (): void => {
    const wanted = here();
    if (wanted) wanted.line ??= line;
  };
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],\n]|[^\s{}[\],:"]+/g)) {
    const last = open.at(-1);
    if (token === "\n") line += 1;
    else if (token === "{" || token === "[") {
      if (typeof last?.key === "number") found();
      open.push({ wanted: here(), key: token === "[" ? 0 : "" });
      isKey = token === "{";
    } else if (token === "}" || token === "]") {
      open.pop();
      isKey = false;
    } else if (token === ",") {
      if (typeof last?.key === "number") last.key += 1;
      else isKey = true;
    } else if (!last?.wanted) isKey = false;
    else if (isKey) {
      last.key = JSON.parse(token) as string;
      isKey = false;
      found();
    } else if (typeof last.key === "number") found();
  }
  return new Map(pointers.map((pointer) => [pointer, nearestLine(root, stepsOf(pointer))]));
}

function innerOf(wanted: Wanted, key: string): Wanted {
  const inner = wanted.inner.get(key) ?? { inner: new Map() };
  wanted.inner.set(key, inner);
  return inner;
}

function nearestLine(root: Wanted, steps: string[]): number {
  let [wanted, line] = [root, 1];
  for (const key of steps) {
    wanted = innerOf(wanted, key);
    if (wanted.line === undefined) break;
    line = wanted.line;
  }
  return line;
}
