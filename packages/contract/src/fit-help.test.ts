import { Command } from "commander";
import { expect, test } from "vitest";
import { fitHelp, narrowLists } from "./fit-help.ts";

const help = `Usage: npm run -s review -- --base X [options]

Reports the changes between two contracts, the clients and servers that they
break, and their source lines.

  --base X                old contract: a git ref, an OpenAPI document or a spec
                          of this folder
  --a-very-long-option-name VALUE  one more
  --help                  show this

Two more sentences stand here. They are followed by a line of another kind.
Exit code: 0 after Ctrl-C, 1 if the port is in use or the build fails, 2 for
wrong options.
`;

test("a help is as written in 80 columns and more", () => {
  for (const width of [80, 200]) expect(fitHelp(help, width)).toBe(help);
});

test("in fewer columns, sentences and descriptions are wrapped anew", () => {
  expect(fitHelp(help, 60)).toBe(`Usage: npm run -s review -- --base X [options]

Reports the changes between two contracts, the clients and
servers that they break, and their source lines.

  --base X                old contract: a git ref, an
                          OpenAPI document or a spec of this
                          folder
  --a-very-long-option-name VALUE
      one more
  --help                  show this

Two more sentences stand here. They are followed by a line
of another kind.
Exit code: 0 after Ctrl-C, 1 if the port is in use or the
build fails, 2 for wrong options.
`);
});

test("descriptions stand below their terms if there is no room beside them", () => {
  expect(fitHelp("  --base X    the old contract, to compare with", 30)).toBe(
    "  --base X\n      the old contract, to\n      compare with",
  );
});

test("commander's lists are wrapped in the same way", () => {
  const command = new Command("any")
    .configureHelp({ ...narrowLists, helpWidth: 40 })
    .option("--out <FILE>", "write the report to a file and one line here");
  expect(command.helpInformation()).toBe(`Usage: any [options]

Options:
  --out <FILE>
      write the report to a file and one
      line here
  -h, --help
      display help for command
`);
});
