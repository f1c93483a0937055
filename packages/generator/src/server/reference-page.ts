import { Marked } from "marked";
import type { Contract } from "../../../contract/src/model.ts";
import type { Document } from "../../../contract/src/openapi.ts";
import { anchor } from "../docs/markdown.ts";
import { referenceDocs } from "../docs/reference.ts";
import type { Files } from "../output.ts";
import { banner, literal } from "../print-code.ts";
import { style } from "./reference-style.ts";

/** What a server shows at its docs route, which only browsers and programs read: the reference, and the document. */
export function derivedReference(document: Document, contract: Contract): Files {
  const page = literal(printReferencePage(contract));
  const text = literal(JSON.stringify(document));
  return { "src/reference.js": `${banner}\nexport const page = ${page};\nexport const document = ${text};\n` };
}

/** The reference of a contract as one page of HTML, which runs no script and loads nothing. */
export function printReferencePage(contract: Contract): string {
  const pages = Object.entries(referenceDocs(contract, "$BASE_URL"));
  const entries = pages.map(([file, text]) => `<li><a href="#${sectionOf(file)}">${titleOf(text)}</a></li>`);
  const sections = pages.map(([file, text]) => `<section id="${sectionOf(file)}">\n${render(file, text)}</section>`);
  const title = titleOf(pages[0]?.[1] ?? "").replaceAll(/<[^>]*>/g, "");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Pages">
<ul>
${entries.join("\n")}
</ul>
<p><a href="openapi.json">openapi.json</a></p>
</nav>
<main>
${sections.join("\n")}
</main>
</body>
</html>
`;
}

/** A file becomes a section of the page: ids of its headings begin with its name, and links lead to these. */
function render(file: string, text: string): string {
  const section = sectionOf(file);
  const marked = new Marked({
    async: false,
    renderer: {
      heading({ tokens, depth, text }) {
        const id = depth === 1 ? "" : ` id="${section}-${anchor(text)}"`;
        return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Without a script nothing draws it; the tables below it say the same.
      code: ({ lang }) => (lang === "mermaid" ? "" : false),
    },
    walkTokens: (token) => {
      if (token.type === "link") token.href = placeOf(token.href, section);
    },
  });
  // What a file is made from is for whoever edits it.
  return marked.parse(text.replace(/^<!--.*-->\n/, ""), { async: false });
}

/** Where a link between files leads on the page. */
function placeOf(href: string, section: string): string {
  const [, file, id] = /^([\w-]+\.md)?(?:#(.+))?$/.exec(href) ?? [];
  if (file === undefined && id === undefined) return href;
  const name = file === undefined ? section : sectionOf(file);
  return id === undefined ? `#${name}` : `#${name}-${id}`;
}

function sectionOf(file: string): string {
  return file.replace(/\.md$/, "").toLowerCase();
}

/** The title of a file, as HTML. */
function titleOf(text: string): string {
  return new Marked().parseInline(/^# (.*)$/m.exec(text)?.[1] ?? "", { async: false });
}
