// Markdown out of the words of a spec. They are not trusted: markup in them is shown, never obeyed.

/** A string as part of a line of Markdown. Its code spans and bold parts stay as they are; everything else is escaped. */
export function inline(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();
  return line
    .split(/((?<!`)`[^`]+`(?!`)|\*\*[^*]+\*\*)/)
    .map((part, index) => {
      if (index % 2 === 0) return shown(part);
      return part.startsWith("`") ? code(part.slice(1, -1)) : `**${inline(part.slice(2, -2))}**`;
    })
    .join("");
}

/** Markdown of several paragraphs and lists. */
export function prose(text: string): string {
  return text
    .replaceAll("\r", "")
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.split(/\n(?=\s*- )/).map(block))
    .map((blocks) => blocks.join("\n"))
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** A string as a code span, even if it holds backticks. */
export function code(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, " ");
  // Renderers disagree on an escaped pipe in a table: such strings, and those with spaces around, are spelled.
  if (line.includes("\\|") || line.trim() !== line || line === "") {
    return `<code>${entities(line, /[^\p{L}\p{N} .,;/=()'"?%{}+-]/gu)}</code>`;
  }
  const marks = "`".repeat(longestRun(line) + 1);
  const space = /^`|`$/.test(line) ? " " : "";
  return `${marks}${space}${line}${space}${marks}`;
}

/** A code block that its content cannot leave. */
export function fence(language: string, content: string): string {
  const marks = "`".repeat(Math.max(3, longestRun(content) + 1));
  return `${marks}${language}\n${content}\n${marks}`;
}

/** A table of Markdown cells; a newline in a cell becomes a line break. */
export function table(headers: string[], rows: string[][]): string {
  const line = (cells: string[]): string => `| ${cells.map(cell).join(" | ")} |`;
  return [line(headers), `|${headers.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n");
}

/** A link whose label is Markdown; the title appears on hover. */
export function link(text: string, target: string, title?: string): string {
  const hint =
    title === undefined
      ? ""
      : ` "${entities(title.replaceAll(/\s+/g, " ").trim(), /[^\p{L}\p{N} .,;:()'/=_-]/gu)}"`;
  return `[${text}](${target}${hint})`;
}

/** A page of the reference: its source, its title, and its parts one after the other. */
export function page(title: string, parts: string[]): string {
  const banner =
    "<!-- Generated from spec/ by `npm run generate`: edit the spec, or the layout in packages/generator/src/docs/. -->";
  return `${[banner, `# ${title}`, ...parts.filter((part) => part !== "")].join("\n\n")}\n`;
}

/** A list of Markdown items. */
export function bulletList(items: string[]): string {
  return items.map((item) => `- ${item}`).join("\n");
}

/** Anchor that GitHub gives a heading. */
export function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

function block(text: string): string {
  const item = /^\s*- /.exec(text)?.[0];
  const words = inline(text.slice(item?.length ?? 0));
  // Characters that would begin a heading, a list or a rule stand for themselves.
  const safe = words.replace(/^([#+=-])/, "\\$1").replace(/^(\d+)([.)])/, "$1\\$2");
  return item ? `- ${safe}` : safe;
}

function cell(markdown: string): string {
  return markdown.replaceAll("\n", "<br>").replaceAll("|", "\\|");
}

function shown(text: string): string {
  return text.replaceAll(
    /[\\*[\]~]|\$(?=\S)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|[<>&|`]/gu,
    (character) => namedEntities[character] ?? `\\${character}`,
  );
}

const namedEntities: Record<string, string> = {
  "<": "&lt;",
  ">": "&gt;",
  "&": "&amp;",
  "|": "&#124;",
  "`": "&#96;",
};

function entities(text: string, characters: RegExp): string {
  return text.replaceAll(characters, (character) => `&#${character.codePointAt(0)};`);
}
