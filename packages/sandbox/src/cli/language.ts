import { commandLineTexts } from "@packages/contract/src/command-line.ts";
import { type Language, makeTranslate } from "@packages/contract/src/translate.ts";
import sentences from "../console/page/words/sentences.pt-BR.json" with { type: "json" };
import portuguese from "./portuguese.json" with { type: "json" };

const translateText = makeTranslate({ ...commandLineTexts, ...portuguese, ...sentences });

/** The language of the command that runs; English if a program reads its output. */
export let commandLanguage: Language = "en";

export function useLanguage(chosen: Language): void {
  commandLanguage = chosen;
}

/** A sentence in the language of the command. */
export function say(text: string): string {
  return translateText(text, commandLanguage);
}
