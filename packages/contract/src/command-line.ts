// Shared parts of the command lines that speak Portuguese.
import type { HelpConfiguration } from "commander";
import { narrowLists } from "./fit-help.ts";
import { showText } from "./show-text.ts";
import type { Language, Translations } from "./translate.ts";

/**
 * Takes `--lang pt` or `--lang en` out of a command's words. Without it the locale decides: `LC_ALL`, `LC_MESSAGES`,
 * `LANG`, or that of the system. `--json` is for programs, and English.
 */
export function takeLanguage(words: readonly string[]): { language: Language; words: string[] } {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env;
  // A `--lang` without one of them stays, and is refused.
  const isGiven = (word: string, index: number): boolean =>
    /^--lang=(?:pt|en)$/.test(word === "--lang" ? `--lang=${words[index + 1]}` : word);
  const at = words.findIndex(isGiven);
  const end = at + (words[at] === "--lang" ? 2 : 1);
  const given = at === -1 ? undefined : words[end - 1]?.replace("--lang=", "");
  const rest = words.filter((_, index) => !given || index < at || index >= end);
  const locale =
    given || LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;
  return {
    language: /^pt/i.test(locale) && !words.includes("--json") ? "pt-BR" : "en",
    words: rest,
  };
}

/** How the help of a command is translated, and how it fits the terminal. */
export function translateHelp(say: (text: string) => string): HelpConfiguration {
  const words = [
    /\b(default|choices|env): /g,
    (_: string, word: string) => `${say(`${word}:`)} `,
  ] as const;
  const inBrackets = (text: string) =>
    text.replace(/^\[(options|command)\]$/, (_, word) => `[${say(word)}]`);
  return {
    ...narrowLists,
    styleTitle: say,
    styleOptionText: inBrackets,
    styleSubcommandText: inBrackets,
    styleDescriptionText: (text) => {
      // As the library writes them, not as prose does.
      const [, described, facts] =
        /^(.*) \(((?:choices: "|default: ["\d]|env: [A-Z]).*)\)$/s.exec(text) ?? [];
      return facts === undefined
        ? say(text)
        : `${say(described ?? "")} (${facts.replace(...words)})`;
    },
  };
}

/** Messages of the libraries that read the words, commander's and Node's, and the same without their own terms. */
const plainer: readonly (readonly [RegExp, string])[] = [
  [/^error: /, ""],
  [/\. To specify [^\n]*/, "."],
  [/^option '(-\S+).*?' argument '(.*)' is invalid\. /s, "$1 cannot be '$2'. "],
  [/^option '(-\S+).*?' value '(.*)' from env '(\w+)' is invalid\. /s, "$3 cannot be '$2'. "],
  [/^command-argument value '(.*)' is invalid for argument '(.*)'\. /s, "$2 cannot be '$1'. "],
  [/^option '(-\S+).*?' cannot be used with option '(-\S+).*?'$/, "$1 cannot be used with $2."],
  [/^option '(?:-\w, )?(-\S+).*?' argument missing$/i, "$1 takes a value."],
  [/^Option '(?:-\w, )?(-\S+).*?' does not take an argument$/, "$1 takes no value."],
  [/^missing required argument '(.*)'$/, "$1 is missing."],
  [/^too many arguments for '(.*)'\. Expected.*$/, "Too many arguments for $1."],
  [/^too many arguments\. Expected.*$/, "Too many arguments."],
  [/^Unexpected argument '(.*)'\. This command.*$/, "Unexpected argument '$1'."],
  [/^unknown option '(.*?)'\.?(?=\n|$)/i, "Unknown option '$1'."],
  [/^unknown command '(.*?)'(?=\n|$)/, "Unknown command '$1'."],
  [/\n\((Did you mean .*\?)\)$/, "\n$1"],
  [/Allowed choices are /, "It can be "],
];

/** A message about a command's words in plain English; a suggestion is a second line. */
export function explainUsage(message: string): string {
  const text = plainer.reduce(
    (now, [pattern, plain]) => now.replace(pattern, plain),
    message.trim(),
  );
  const [, value, choices = ""] = / cannot be '(.*)'\. It can be (.*)\.$/s.exec(text) ?? [];
  return value ? text + suggestName(value, choices.split(", ")).replace(" ", "\n") : text;
}

/**
 * The one line of every command about a mistake in its words: the mistake, the nearest name if there is one, and the way
 * to the help.
 *
 * @param command the words that start the command: `npm run sandbox -- pay`
 */
export function describeUsageError(
  message: string,
  command: string,
  say = (text: string): string => text,
): string {
  const parts = explainUsage(message).split("\n");
  return [...parts, `See ${command} --help.`].map((part) => say(showText(part))).join(" ");
}

/**
 * ` Did you mean NAME?` for a word that is nearly one of the names, otherwise nothing. A flag may also be nearly a part of
 * a name: `--port` of `--mock-port`. Names that are as near are all listed.
 */
export function suggestName(word: string, names: readonly string[]): string {
  const partsOf = (name: string): string[] =>
    word.startsWith("-") ? name.split("-").filter(Boolean) : [];
  const close = names
    .flatMap((name) => [
      { name, edits: editsTo(word, name) },
      ...partsOf(name).map((part) => ({ name, edits: editsTo(word, part) + 1 })),
    ])
    .filter(({ edits }) => Number.isFinite(edits));
  const fewest = Math.min(...close.map(({ edits }) => edits));
  const nearest = close.filter(({ edits }) => edits === fewest).map(({ name }) => name);
  return nearest.length > 0 ? ` Did you mean ${[...new Set(nearest)].join(", ")}?` : "";
}

/** Edits from a word to a name, without their dashes; infinite if they are too many for a slip. */
function editsTo(word: string, name: string): number {
  const [from = "", to = ""] = [word, name].map((one) => one.replace(/^-+/, "").toLowerCase());
  const edits = countEdits(from, to);
  const isSlip = edits <= Math.max(1, to.length * 0.4) && edits < to.length;
  return isSlip ? edits : Number.POSITIVE_INFINITY;
}

/** Letters to add, to remove, to replace or to swap with the next, until a word is another one. */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    const above = rows[row - 1] ?? [];
    const before = rows[row - 2] ?? [];
    for (let column = 1; column <= to.length; column++) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      line[column] = Math.min(
        (above[column] ?? 0) + 1,
        (line[column - 1] ?? 0) + 1,
        (above[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return rows[from.length]?.[to.length] ?? 0;
}

/** Messages of the library that reads the words, and of the values that several commands read. */
export const commandLineTexts: Translations = {
  "Usage:": "Uso:",
  "Arguments:": "Argumentos:",
  "Options:": "Opções:",
  "Commands:": "Comandos:",
  options: "opções",
  command: "comando",
  "default:": "padrão:",
  "choices:": "valores:",
  "env:": "ambiente:",
  "language of the output": "idioma da saída",
  "display help for command": "mostra a ajuda do comando",
  "output the version number": "mostra a versão",
  "Unknown command '$1'.": "Comando desconhecido: '$1'.",
  "Unknown option '$1'.": "Opção desconhecida: '$1'.",
  "Unexpected argument '$1'.": "Argumento inesperado: '$1'.",
  "Did you mean $1?": "Quis dizer $1?",
  "See $1.": "Veja $1.",
  "$1 takes no value.": "$1 não aceita valor.",
  "$1 cannot be used with $2.": "$1 não pode ser usada com $2.",
  "$1 cannot be '$2'.": "$1 não pode ser '$2'.",
  "$1 takes a value.": "$1 precisa de um valor.",
  "$1 is missing.": "Falta $1.",
  "Too many arguments for $1.": "Há argumentos demais depois de $1.",
  "Too many arguments.": "Há argumentos demais.",
  "It can be $1.": "Valores possíveis: $1.",
  "It takes a whole number from $1 to $2.": "É preciso um número inteiro de $1 a $2.",
  "It takes a URL like $1.": "É preciso uma URL como $1.",
  "Port $1 is in use: stop what listens there or choose another with --port.":
    "A porta $1 está em uso: pare o que escuta nela ou escolha outra com --port.",
  "Port $1 may not be used by this user: choose one from 1024 on with --port.":
    "Este usuário não pode usar a porta $1: escolha uma a partir de 1024 com --port.",
  "This machine does not have the address $1: choose another with --host.":
    "$1 não é desta máquina: use outro --host.",
  "There is no file $1: check its path.": "Não existe o arquivo $1: confira o caminho.",
  "$1 cannot be written: its folder does not exist.":
    "$1 não pode ser gravado: a pasta dele não existe.",
  "$1 is a folder: name a file.": "$1 é uma pasta: informe um arquivo.",
  "$1 is not open to this user: change its permissions, or name another file.":
    "$1 não está acessível a este usuário: mude as permissões ou informe outro arquivo.",
  "$1 cannot be read: $2.": "$1 não pode ser lido: $2.",
  "$1 cannot be written: $2.": "$1 não pode ser gravado: $2.",
  "Unknown host $1: choose another with --host.": "Não existe o host $1: escolha outro com --host.",
};
