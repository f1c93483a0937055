import { commandLineTexts } from "@packages/contract/src/command-line.ts";
import { makeTranslate } from "@packages/contract/src/translate.ts";
import portuguese from "./portuguese.json" with { type: "json" };

/** Translates what the mock's page and command say in English. */
export const translate = makeTranslate({ ...commandLineTexts, ...portuguese });
