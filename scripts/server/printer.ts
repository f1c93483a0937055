// The only ways in which words of a contract get into code: as JSON, as a checked name, or inside a comment.

const identifier = /^[A-Za-z_$][\w$]*$/;

/** A value as an expression, as people would write it. */
export function literal(value: unknown, indent = 0): string {
  const margin = " ".repeat(indent + 2);
  const wrap = (open: string, parts: string[], close: string): string =>
    parts.length === 0
      ? open + close
      : `${open}\n${parts.map((part) => `${margin}${part},\n`).join("")}${" ".repeat(indent)}${close}`;
  if (Array.isArray(value)) {
    return wrap(
      "[",
      value.map((entry) => literal(entry, indent + 2)),
      "]",
    );
  }
  if (typeof value !== "object" || value === null) return escapeLiteral(JSON.stringify(value) ?? "undefined");
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return wrap(
    "{",
    fields.map(([key, field]) => `${keyOf(key)}: ${literal(field, indent + 2)}`),
    "}",
  );
}

/** A text as it may stand between quotes in code: line separators of Unicode and `</script` cannot. */
function escapeLiteral(json: string): string {
  return json.replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029").replaceAll("</", "<\\/");
}

/** A name of the contract that becomes a name in code. */
export function nameOf(text: string): string {
  if (!identifier.test(text)) throw new Error(`${JSON.stringify(text)} cannot be a name in code.`);
  return text;
}

/** Whether a text can be a name in code. */
export function isName(text: string): boolean {
  return identifier.test(text);
}

/** A key of an object or of a type. */
export function keyOf(text: string): string {
  // Written plainly, this one would set the prototype.
  if (text === "__proto__") return '["__proto__"]';
  return isName(text) ? text : literal(text);
}

/** A doc comment; nothing in the text can end it. */
export function comment(text: string, indent = 0): string {
  const lines = text
    .replaceAll("*/", "*\u200b/")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.trimEnd());
  const margin = " ".repeat(indent);
  if (lines.length === 1) return `${margin}/** ${lines[0]} */`;
  return [`${margin}/**`, ...lines.map((line) => `${margin} *${line && ` ${line}`}`), `${margin} */`].join("\n");
}

/** The first line of a generated file. */
export const banner = "// Generated from spec/ by `npm run generate`: edit the spec, not this file.\n";
