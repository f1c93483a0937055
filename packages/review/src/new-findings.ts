// Lint findings that the head has and the base had not.
import { resolve } from "node:path";
import type { Loaded } from "./load/loaded.ts";
import { canonical, step, type Tree } from "./place.ts";

export interface LintFinding {
  rule: string;
  message: string;
  pointer: string;
  source?: string;
}

/**
 * Lints both documents and returns what is new.
 *
 * @param ruleset path of the Spectral ruleset
 */
export async function newFindings(base: Loaded, head: Loaded, ruleset: string): Promise<LintFinding[]> {
  const lint = await makeLinter(resolve(ruleset));
  const key = ({ rule, message }: LintFinding): string => canonical([rule, message]);
  const known = new Map<string, number>();
  for (const finding of await lint(base.document)) known.set(key(finding), (known.get(key(finding)) ?? 0) + 1);
  const found: LintFinding[] = [];
  for (const finding of await lint(head.document)) {
    const left = known.get(key(finding)) ?? 0;
    known.set(key(finding), left - 1);
    if (left > 0) continue;
    found.push(finding);
  }
  const places = await head.locate(found.map(({ pointer }) => pointer));
  return found.map((finding) => {
    const written = places.get(finding.pointer);
    return written ? { ...finding, source: `${written.file}:${written.line}` } : finding;
  });
}

async function makeLinter(ruleset: string): Promise<(document: Tree) => Promise<LintFinding[]>> {
  const [{ getRuleset }, core] = await Promise.all([
    import("@stoplight/spectral-cli/dist/services/linter/utils/getRuleset.js"),
    import("@stoplight/spectral-core"),
  ]);
  const rules = await getRuleset(ruleset);
  return async (document) => {
    const spectral = new core.default.Spectral();
    spectral.setRuleset(rules);
    // Spectral follows references only in a document that has a source; this one is never read.
    const parsed = { data: document, diagnostics: [], ast: undefined, lineMap: [] };
    const results = await spectral.run({ parsed, getLocationForJsonPath: () => undefined, source: "/contract.json" });
    return results.map(({ code, message, path }) => ({
      rule: String(code),
      message,
      pointer: path.reduce<string>((at, key) => step(at, key), ""),
    }));
  };
}
