// The printer of TypeScript: whatever comes from a spec goes through one of these, and cannot leave its place.

/** A comment above a declaration. Nothing inside can end it. */
export function comment(paragraphs: (string | undefined)[], indent = ""): string {
  const lines = paragraphs
    .filter((paragraph): paragraph is string => Boolean(paragraph?.trim()))
    .map((paragraph) => paragraph.trim().split(/\r\n|[\n\r\u2028\u2029]/))
    .flatMap((paragraph, index) => (index === 0 ? paragraph : ["", ...paragraph]))
    .map((line) => commented(line.trimEnd()));
  if (lines.length === 0) return "";
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

/** A value as a literal. */
export function literal(value: unknown): string {
  // JSON is a part of JavaScript, but for what old readers take as ends of lines.
  return JSON.stringify(value).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

/** Code inside of a comment, which it cannot end. */
export function commented(code: string): string {
  return code.replaceAll("*/", "*\\/");
}

/** A name as the key of a property: bare where it is an identifier. */
export function key(name: string): string {
  // `__proto__: x` would set a prototype.
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== "__proto__" ? name : `[${literal(name)}]`;
}

/** A value as an object literal over several lines, without the fields that are undefined. */
export function value(data: unknown, indent = ""): string {
  if (Array.isArray(data)) return `[${data.map((entry) => value(entry, indent)).join(", ")}]`;
  if (data === null || typeof data !== "object") return literal(data);
  const inner = `${indent}  `;
  const entries = Object.entries(data).filter(([, entry]) => entry !== undefined);
  if (entries.length === 0) return "{}";
  const fields = entries.map(([name, entry]) => `${inner}${key(name)}: ${value(entry, inner)},\n`);
  return `{\n${fields.join("")}${indent}}`;
}

/** What every generated file begins with. */
export const banner = "// Generated from spec/ by `npm run generate`: edit the spec, not this file.\n";
