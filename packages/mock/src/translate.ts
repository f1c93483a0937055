import { commandLineTexts } from "@packages/contract/src/command-line.ts";
import { makeTranslate } from "@packages/contract/src/translate.ts";
import portuguese from "./portuguese.json" with { type: "json" };

/** Translates the English sentences of the mock's page and command. */
export const translateForMock = makeTranslate({ ...commandLineTexts, ...portuguese });
