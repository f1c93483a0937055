import type { DefaultTheme } from "vitepress";

/** What is indexed of a section: `words` are the synonyms of its page. */
export const searchFields: string[] = ["title", "titles", "text", "words"];

/** A word as it is indexed and looked up: as it is written, and without accents, as many people type. */
export function processTerm(term: string): string[] {
  const written = term.toLowerCase();
  return [...new Set([written, written.normalize("NFD").replaceAll(/\p{M}/gu, "")])];
}

/** On English pages, Portuguese ones are left out; on Portuguese pages they come before English ones of the same weight. */
function weigh(id: string): number {
  const isPortuguese = id.startsWith("/pt/");
  return location.pathname.startsWith("/pt/") ? (isPortuguese ? 1.5 : 1) : Number(!isPortuguese);
}

/** Sets the functions of the search in the browser: in the configuration they would be text for `eval`. */
export function useSearchWords({ search }: DefaultTheme.Config): void {
  if (search?.provider !== "local" || !search.options?.miniSearch) return;
  const { miniSearch } = search.options;
  // The theme's type lacks `fields`, which the index has.
  miniSearch.options = Object.assign({ processTerm }, { fields: searchFields });
  miniSearch.searchOptions = { ...miniSearch.searchOptions, boostDocument: weigh };
}
