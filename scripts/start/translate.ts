import { commandLineTexts, takeLanguage } from "@packages/contract/src/command-line.ts";
import { makeTranslate } from "@packages/contract/src/translate.ts";
import mock from "../../packages/mock/src/portuguese.json" with { type: "json" };
import portuguese from "./portuguese.json" with { type: "json" };

const translateStart = makeTranslate({ ...commandLineTexts, ...mock, ...portuguese });

/** The words of the command without `--lang`, and a function that translates its output. */
export function readLanguage(given: readonly string[]) {
  const { language, words } = takeLanguage(given);
  return { words, say: (text: string): string => translateStart(text, language) };
}
