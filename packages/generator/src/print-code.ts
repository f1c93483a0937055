// The printer of TypeScript: whatever comes from a spec gets into code through one of these, and cannot leave its place.

/** The first line of every generated file. */
export const banner =
  "// Generated from spec/ by `npm run generate`: edit the spec, not this file.\n";

/** Code that stands in a literal as it is. */
export class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * A value as a literal: lists in a line, an object over several lines and without the fields that are undefined.
 *
 * @param indent of the line that it begins in
 */
export function literal(value: unknown, indent = ""): string {
  if (value instanceof Code) return value.text;
  if (Array.isArray(value)) return `[${value.map((entry) => literal(entry, indent)).join(", ")}]`;
  if (value === null || typeof value !== "object")
    return escapeLiteral(JSON.stringify(value) ?? "undefined");
  const inner = `${indent}  `;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  if (entries.length === 0) return "{}";
  const fields = entries.map(
    ([name, entry]) => `${inner}${key(name)}: ${literal(entry, inner)},\n`,
  );
  return `{\n${fields.join("")}${indent}}`;
}

/** A string as it may stand between quotes in code: ends of lines to old readers, and of a script in a page, cannot. */
function escapeLiteral(json: string): string {
  return json
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replaceAll("</", "<\\/");
}

/** A name as the key of a property, of an object or of a type: bare if it is an identifier. */
export function key(name: string): string {
  // `__proto__: x` would set a prototype, and so would `"__proto__": x`.
  if (name === "__proto__") return `[${literal(name)}]`;
  return isName(name) ? name : literal(name);
}

/** Whether a string is an identifier. */
export function isName(string: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(string);
}

/** A string that becomes an identifier. Throws if it cannot. */
export function nameOf(string: string): string {
  if (!isName(string)) throw new Error(`${JSON.stringify(string)} cannot be a name in code.`);
  return string;
}

/** Columns of a printed line. */
export const width = 120;

/**
 * Breaks long lines of a paragraph at a blank; the rest begins the next line of prose. Code after `@example` and
 * values after `@default` stay as they are.
 */
export function wrapLines(lines: readonly string[], maxLength: number): string[] {
  const wrapped: string[] = [];
  let isCode = false;
  let hang = "";
  let rest = "";
  for (const line of lines) {
    if (line.startsWith("@")) isCode = /^@(example|default)\b/.test(line);
    const continues = rest !== "" && !isCode && /^(?!```|\d+\.)[^\s@|#*-]/.test(line);
    if (rest !== "" && !continues) wrapped.push(rest);
    if (!continues) hang = /^(- |@)/.test(line) ? "  " : "";
    let text = continues ? `${rest} ${line}` : line;
    rest = "";
    for (let end = 0; !isCode && text.length > maxLength; rest = text) {
      end = text.lastIndexOf(" ", maxLength);
      if (end <= hang.length) break;
      wrapped.push(text.slice(0, end));
      text = hang + text.slice(end + 1).trimStart();
    }
    if (rest === "") wrapped.push(text);
  }
  return rest === "" ? wrapped : [...wrapped, rest];
}

/** A comment of some paragraphs, with the end of its last line; empty if there are none. */
export function comment(paragraphs: (string | undefined)[], indent = ""): string {
  const lines = paragraphs
    .filter((paragraph): paragraph is string => Boolean(paragraph?.trim()))
    .map((paragraph) =>
      wrapLines(paragraph.trim().split(/\r\n|[\n\r\u2028\u2029]/), width - indent.length - 3),
    )
    .flatMap((paragraph, index) => (index === 0 ? paragraph : ["", ...paragraph]))
    .map((line) => commented(line.trimEnd()));
  if (lines.length === 0) return "";
  const single = `${indent}/** ${lines[0]} */`;
  if (lines.length === 1 && single.length <= width) return `${single}\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** Code inside of a comment, which it cannot end. */
export function commented(code: string): string {
  return code.replaceAll("*/", "*\\/");
}
