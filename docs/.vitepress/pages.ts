import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A Markdown file of the project that is a page of the site. */
export interface Page {
  /** From the root of the project, with `/`: `docs/guides/client.md`. */
  file: string;
  /** Path on the site: `guides/client.md`. */
  page: string;
  /** Its first heading. */
  title: string;
  /** Its first sentence. */
  description: string;
}

/** Files of the pages and their paths on the site; the first pattern that matches counts. */
const places: { pattern: string; page: (path: string) => string }[] = [
  { pattern: "docs/index.md", page: () => "index.md" },
  { pattern: "docs/README.md", page: () => "overview.md" },
  // Not in a folder named `pt`: VitePress would make a search index of its own for it.
  {
    pattern: "docs/pt-BR/**/*.md",
    page: (path) => path.replace("docs/pt-BR/", "pt/").replace("README", "index"),
  },
  {
    pattern: "docs/*/README.md",
    page: (path) => path.slice("docs/".length).replace("README", "index"),
  },
  { pattern: "docs/**/*.md", page: (path) => path.slice("docs/".length) },
  { pattern: "generated/*/README.md", page: (path) => `packages/${path.split("/")[1]}.md` },
  { pattern: "generated/*/*.md", page: (path) => `packages/${path.split("/").slice(1).join("-")}` },
  // The hand-written halves of generated packages, which have pages of the same names.
  {
    pattern: "packages/{client,server,mock,openapi}/README.md",
    page: (path) => `packages/${path.split("/")[1]}-runtime.md`,
  },
  { pattern: "packages/*/README.md", page: (path) => `packages/${path.split("/")[1]}.md` },
  { pattern: "*.md", page: (path) => `project/${path.toLowerCase()}` },
];

/** Every page of the project, as its files are now. */
export function readPages(root: string): Page[] {
  const pages = new Map<string, Page>();
  for (const { pattern, page } of places) {
    for (const found of globSync(pattern, {
      cwd: root,
      exclude: ["**/node_modules/**", "**/dist/**"],
    }).sort()) {
      const file = found.replaceAll("\\", "/");
      if (pages.has(file)) continue;
      const text = readFileSync(join(root, file), "utf8");
      pages.set(file, {
        file,
        page: page(file),
        title: titleOf(text, file),
        description: descriptionOf(text),
      });
    }
  }
  return [...pages.values()];
}

/** Markdown files of the project that are not pages, as paths from its root. */
export function readOtherFiles(root: string, pages: readonly Page[]): string[] {
  const known = new Set(pages.map(({ file }) => file));
  return globSync("**/*.md", { cwd: root, exclude: ["**/node_modules", "**/dist", ".git"] })
    .map((found) => found.replaceAll("\\", "/"))
    .filter((file) => !known.has(file));
}

function titleOf(text: string, file: string): string {
  return (
    /^# (.+)$/m
      .exec(text)?.[1]
      ?.replaceAll(/[`\\*]|\{#.*\}/g, "")
      .trim() ?? file
  );
}

/** The first sentence of the first paragraph that is prose, without its markup. */
function descriptionOf(text: string): string {
  const [, body = ""] = /^# .+\n([\s\S]*)$/m.exec(text) ?? [];
  const paragraph = body
    .split(/\n{2,}/)
    .map((part) => part.trim())
    .find(
      (part) =>
        /^[A-Z`[*]/.test(part) &&
        !/^(\[?English)/.test(part) &&
        /[.:]$/m.test(part) &&
        !/^`[A-Z]+ \//.test(part),
    );
  const plain = (paragraph ?? "")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*"]|\s+/g, (found) => (/\s/.test(found) ? " " : ""));
  return (/^.*?(?:\.(?= |$)|:$)/.exec(plain)?.[0] ?? plain).replace(/:$/, ".");
}
