// Help in lines that fit the terminal.
import type { HelpConfiguration } from "commander";

/** Columns of a terminal of unknown width, and of the lines that helps are written in. */
const usualWidth = 80;

/** Columns that a description needs beside its term; with fewer it stands below the term. */
const minDescriptionWidth = 30;

/** Indentation of a description below its term. */
const below = 6;

/** How commander's lists of options and commands fit the terminal. */
export const narrowLists: HelpConfiguration = {
  minWidthToWrap: minDescriptionWidth,
  formatItem: (term, termWidth, description, helper) =>
    printItem(`  ${term}`, termWidth + 4, helper.helpWidth ?? usualWidth, (columns) =>
      helper.boxWrap(description, columns),
    ),
};

/**
 * A help whose lines are written for 80 columns, in lines that fit a narrower terminal. A line with two spaces or more
 * between words is an option and its description; a line of the same indentation as that before goes on with it.
 */
export function fitHelp(help: string, width = process.stdout.columns ?? usualWidth): string {
  if (width >= usualWidth) return help;
  const blocks: HelpBlock[] = [];
  for (const line of help.split("\n")) {
    const block = readBlock(line);
    const last = blocks.at(-1);
    const isNext = block.description === "" || block.term !== "" || /^[A-Z][\w ]*:/.test(line);
    if (!last?.description || isNext || block.column !== last.column) blocks.push(block);
    else last.description += ` ${block.description}`;
  }
  return blocks
    .map(({ term, column, description }) => {
      if (term !== "")
        return printItem(term, column, width, (columns) => wrap(description, columns));
      const indent = " ".repeat(column);
      return indent + wrap(description, width - column).replaceAll("\n", `\n${indent}`);
    })
    .join("\n");
}

interface HelpBlock {
  /** The option, with its indentation; empty for a sentence. */
  term: string;
  /** Where the description begins. */
  column: number;
  description: string;
}

function readBlock(line: string): HelpBlock {
  const [, term = "", description = ""] = /^( *\S+(?: \S+)*(?= {2}))? *(.*)$/.exec(line) ?? [];
  return { term, column: line.length - description.length, description };
}

/** @param wrapTo the description in lines of at most so many columns */
function printItem(
  term: string,
  column: number,
  width: number,
  wrapTo: (columns: number) => string,
): string {
  const isBeside = width - column >= minDescriptionWidth;
  const indent = " ".repeat(isBeside ? column : below);
  const description = wrapTo(width - indent.length).replaceAll("\n", `\n${indent}`);
  return `${isBeside ? term.padEnd(column) : `${term}\n${indent}`}${description}`.trimEnd();
}

function wrap(description: string, width: number): string {
  const [first = "", ...words] = description.split(" ");
  const lines = [first];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (longer.length > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines.join("\n");
}
