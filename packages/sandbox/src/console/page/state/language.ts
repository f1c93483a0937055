import { computed, effect, signal } from "@preact/signals";
import { fill, type Language, makeTranslate } from "../../../../../contract/src/translate.ts";
import { fields, hints } from "../words/fields.ts";
import { operations } from "../words/operations.ts";
import { sentences } from "../words/sentences.ts";
import { texts } from "../words/texts.ts";
import { keep, recall } from "./keep.ts";

export const languages: readonly Language[] = ["pt-BR", "en"];

const isLanguage = (value: string | undefined): value is Language => languages.some((known) => known === value);

/** What the reader chose, or what the browser asks for first among the two; English for any other. */
export const language = signal<Language>(firstLanguage());

function firstLanguage(): Language {
  const chosen = recall("local", "language");
  if (isLanguage(chosen)) return chosen;
  const wanted = navigator.languages.find((name) => /^(pt|en)\b/i.test(name));
  return wanted?.toLowerCase().startsWith("pt") ? "pt-BR" : "en";
}

type Pair = readonly [english: string, portuguese: string];

/** A table of texts in one language. */
type Translated<Table> = Table extends Pair ? string : { readonly [Name in keyof Table]: Translated<Table[Name]> };

function translate<Table extends object>(table: Table, index: 0 | 1): Translated<Table> {
  const entries = Object.entries(table).map(([name, entry]): [string, unknown] => [
    name,
    Array.isArray(entry) ? entry[index] : translate(entry, index),
  ]);
  return Object.fromEntries(entries) as Translated<Table>;
}

const tables = { ...texts, fields, hints, operations };
const translations = { en: translate(tables, 0), "pt-BR": translate(tables, 1) };

/** The console's texts in the language that is chosen. */
export const words = computed(() => translations[language.value]);

export { fill };

const translateSentence = makeTranslate(sentences);

/** A sentence of the sandbox's in the language of the console, where it is known. */
export function inLanguage(sentence: string): string {
  return translateSentence(sentence, language.value).replace(/^must be (>|<)=/, (_, sign) =>
    sign === ">" ? "must be at least" : "must be at most",
  );
}

/** The name of a field of the contract: `Created`. */
export function fieldName(path: string): string {
  const names: Readonly<Record<string, string>> = words.value.fields;
  const name = path.slice(path.lastIndexOf(".") + 1);
  return names[path] ?? names[name] ?? name;
}

export function chooseLanguage(chosen: string): void {
  if (!isLanguage(chosen)) return;
  language.value = chosen;
  keep("local", "language", chosen);
}

effect(() => {
  document.documentElement.lang = language.value;
});
