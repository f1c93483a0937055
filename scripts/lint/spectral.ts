// Lints documents in memory. test/lint/stock-command.slow.test.ts holds it against the command `spectral`.
import fs from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { type Ruleset, Spectral } from "@stoplight/spectral-core";
import { oas } from "@stoplight/spectral-rulesets";

/** Imported without its types, which would bring those of the DOM into every file. */
const { bundleAndLoadRuleset } = createRequire(import.meta.url)(
  "@stoplight/spectral-ruleset-bundler/with-loader",
) as { bundleAndLoadRuleset(file: string, io: object): Promise<Ruleset> };

export interface Diagnostic {
  /** Name of the rule. */
  rule: string;
  message: string;
  /** Its place, as a JSON Pointer: `#/paths/~1parcels/get`. */
  at: string;
}

const rulesetFile = fileURLToPath(new URL("../../spec/lint/ruleset.yaml", import.meta.url));

/** A ruleset of one's own: Spectral keeps no state in it, but rules can be switched off in one and not in another. */
export function loadRuleset(): Promise<Ruleset> {
  return bundleAndLoadRuleset(rulesetFile, { fs, fetch });
}

/** Names of the rules that are written here: all but those of Spectral that are unchanged. */
export function houseRules(ruleset: Ruleset): string[] {
  const rewritten = "rules" in ruleset.definition ? ruleset.definition.rules : {};
  return Object.keys(ruleset.rules).filter((name) => !(name in oas.rules) || name in rewritten);
}

export async function lint(ruleset: Ruleset, document: unknown): Promise<Diagnostic[]> {
  const spectral = new Spectral();
  spectral.setRuleset(ruleset);
  // Spectral follows references only in a document that has a source; this one is never read.
  const parsed = { data: document, diagnostics: [], ast: undefined, lineMap: [] };
  const source = "/contract.json";
  const results = await spectral.run({ parsed, getLocationForJsonPath: () => undefined, source });
  return results.map(({ code, message, path }) => ({
    rule: String(code),
    message: nameValue(message, document, path),
    at: toPointer(path),
  }));
}

/** The message with the value that it is about, or its name, unless it has it: Spectral's own name no tag. */
function nameValue(message: string, document: unknown, path: readonly (string | number)[]): string {
  if (message.includes(" at #/")) return message;
  const value = path.reduce<unknown>(
    (part, key) => (part as Record<string | number, unknown> | undefined)?.[key],
    document,
  );
  const name = typeof value === "object" ? (value as { name?: unknown } | null)?.name : value;
  if (typeof name !== "string" || name.length > 80 || message.includes(name)) return message;
  return `"${name}": ${message}`;
}

function toPointer(path: readonly (string | number)[]): string {
  return ["#", ...path.map((key) => String(key).replaceAll("~", "~0").replaceAll("/", "~1"))].join(
    "/",
  );
}
