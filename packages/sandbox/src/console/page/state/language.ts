import { computed, effect, signal } from "@preact/signals";
import { type Language, languages } from "../names.ts";
import { en } from "../words/en.ts";
import { pt } from "../words/pt.ts";
import { keep, recall } from "./keep.ts";

const isLanguage = (value: string | undefined): value is Language => languages.some((known) => known === value);

/** What the reader chose, or what the browser asks for first among the two; English for any other. */
export const language = signal<Language>(firstLanguage());

function firstLanguage(): Language {
  const chosen = recall("local", "language");
  if (isLanguage(chosen)) return chosen;
  const wanted = navigator.languages.find((name) => /^(pt|en)\b/i.test(name));
  return wanted?.toLowerCase().startsWith("pt") ? "pt-BR" : "en";
}

/** The console's texts in the language that is chosen. */
export const words = computed(() => (language.value === "pt-BR" ? pt : en));

export function chooseLanguage(chosen: string): void {
  if (!isLanguage(chosen)) return;
  language.value = chosen;
  keep("local", "language", chosen);
}

effect(() => {
  document.documentElement.lang = language.value;
});
