import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";

/** A Markdown file that is shown as a page. */
export interface Page {
  /** From the root of the project, with `/`: `docs/README.md`. */
  path: string;
  /** Its first heading. */
  title: string;
}

/** Pages under a heading of the navigation. */
export interface Section {
  title: string;
  pages: Page[];
}

/** Where pages are, in the order of the navigation. */
const places: { title: string; patterns: string[] }[] = [
  { title: "Start", patterns: ["README.md", "docs/*.md"] },
  { title: "Guides", patterns: ["docs/guides/*.md"] },
  { title: "Reference", patterns: ["docs/reference/README.md", "docs/reference/*.md"] },
  { title: "Packages", patterns: ["generated/*/*.md", "sandbox/*.md"] },
  { title: "Project", patterns: ["CONTRIBUTING.md", "docs/decisions/*.md"] },
];

/** The pages of a project as they are now. */
export async function findPages(root: string): Promise<Section[]> {
  const sections: Section[] = [];
  for (const { title, patterns } of places) {
    const paths = new Set<string>();
    for (const pattern of patterns) {
      const found: string[] = [];
      for await (const path of glob(pattern, { cwd: root })) found.push(path.replaceAll("\\", "/"));
      for (const path of found.sort()) paths.add(path);
    }
    const pages = [...paths].map(async (path) => ({
      path,
      title: titleOf(await readFile(join(root, path), "utf8"), path),
    }));
    if (paths.size > 0) sections.push({ title, pages: await Promise.all(pages) });
  }
  return sections;
}

function titleOf(text: string, path: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll(/[`\\*]/g, "") ?? path;
}
