/** A language, as browsers and `Intl` name it. */
export type Language = "pt-BR" | "en";

/** English sentences and their Portuguese translations. `$1`, `$2`… stand for values, in the order of the English one. */
export type Translations = Readonly<Record<string, string>>;

/**
 * Makes a function that translates English sentences. If the table does not have the whole, each sentence and clause is looked
 * up; unknown ones stay English.
 */
export function makeTranslate(table: Translations): (text: string, language: Language) => string {
  const patterns = Object.entries(table)
    .filter(([english]) => english.includes("$1"))
    .map(([english, portuguese]) => [makePattern(english), portuguese] as const);
  const translate = (text: string): string => {
    if (Object.hasOwn(table, text)) return table[text] ?? text;
    for (const [pattern, portuguese] of patterns) {
      const [found, ...values] = pattern.exec(text) ?? [];
      if (found !== undefined) return fill(portuguese, ...values);
    }
    const parts = text.split(/((?<=[.)]) +|; |\n+)/);
    // The separators are among the parts.
    return parts.length > 1
      ? parts.map((part, index) => (index % 2 ? part : translate(part))).join("")
      : text;
  };
  return (text, language) => (language === "en" ? text : translate(text));
}

function makePattern(english: string): RegExp {
  const escaped = english.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  // A value ends with its sentence.
  return new RegExp(`^${escaped.replace(/\\\$\d/g, "((?:(?!\\. [A-Z]).)+?)")}$`, "s");
}

/** Puts values into the places `$1`, `$2`… of a sentence. */
export function fill(text: string, ...values: readonly (string | number)[]): string {
  return text.replace(/\$(\d)/g, (_, number) => String(values[number - 1] ?? ""));
}
