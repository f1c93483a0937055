import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** A code block of a guide. */
export interface Block {
  /** `sh`, `ts`. */
  language: string;
  /** What stands behind the language: `serve` for what runs until it is stopped. */
  mark: string;
  text: string;
}

/** The code blocks of a guide, in their order. */
export async function readBlocks(name: string): Promise<Block[]> {
  const text = await readFile(join(import.meta.dirname, "../../../docs/guides", `${name}.md`), "utf8");
  return [...text.matchAll(/^```(\w+) ?(\w*)\n(.*?)^```$/gms)].map(([, language = "", mark = "", block = ""]) => {
    return { language, mark, text: block };
  });
}
