import {
  fill,
  type Language,
  makeTranslate,
  type Translations,
} from "@packages/contract/src/translate.ts";
import { computed, effect, signal } from "@preact/signals";
import en from "../words/en.json" with { type: "json" };
import portuguese from "../words/pt-BR.json" with { type: "json" };
import sentences from "../words/sentences.pt-BR.json" with { type: "json" };
import { keep, recall } from "./keep.ts";

/** The console's messages; `$1` and `{field}` are replaced. An operation has those on its button, on the button of its dialog, before and after it. */
type Texts = typeof en;

interface LanguageTexts {
  /** Its name in itself. */
  name: string;
  texts: Texts;
  /** The sandbox's sentences. */
  sentences: Translations;
}

/** The languages, in the order of the switch. */
export const languages: Readonly<Record<Language, LanguageTexts>> = {
  "pt-BR": { name: "Português", texts: portuguese, sentences },
  en: { name: "English", texts: en, sentences: {} },
};

/** The reader's choice, or the first of the browser's languages that the console has, or English. */
export const readerLanguage = signal<Language>(firstLanguage());

function firstLanguage(): Language {
  const known = Object.keys(languages) as Language[];
  const wanted = [recall("local", "language") ?? "", ...navigator.languages];
  const baseOf = (name: string): string => name.toLowerCase().replace(/-.*/, "");
  const found = wanted.flatMap((name) => known.filter((one) => baseOf(one) === baseOf(name)));
  return found[0] ?? "en";
}

/** The console's messages in the chosen language. */
export const words = computed(() => languages[readerLanguage.value].texts);

export { fill };

const translateForPage = computed(() => makeTranslate(languages[readerLanguage.value].sentences));

/** A sentence of the sandbox's in the language of the console, if it is known. */
export function inLanguage(sentence: string): string {
  return translateForPage
    .value(sentence, readerLanguage.value)
    .replace("must be >=", "must be at least")
    .replace("must be <=", "must be at most");
}

/** The name of a field of the contract: `Created`. */
export function fieldName(path: string): string {
  const names: Readonly<Record<string, string>> = words.value.fields;
  const name = path.slice(path.lastIndexOf(".") + 1);
  return names[path] ?? names[name] ?? name;
}

export function chooseLanguage(chosen: string): void {
  readerLanguage.value = chosen as Language;
  keep("local", "language", chosen);
}

effect(() => {
  document.documentElement.lang = readerLanguage.value;
});
