import { stripVTControlCharacters, styleText } from "node:util";

/** A server that runs. */
export interface Started {
  name: string;
  url: string;
  /** The page to begin with. */
  console?: string | null;
  apiKey?: string;
  apiSecret?: string;
  /** Further information about it. */
  about?: string;
  /** A remark about an unusual address. */
  remark?: string;
}

/** A command to try. */
export interface Try {
  about: string;
  command: string;
}

/**
 * The output of `npm start`: the first page, the addresses, commands to try. About a dozen lines.
 *
 * @param say translates a text
 */
export function panel(
  checked: string,
  servers: Started[],
  tries: Try[],
  say: (text: string) => string,
): string {
  const bold = (text: string): string => styleText("bold", text, { stream: process.stdout });
  const dim = (text: string): string => styleText("dim", text, { stream: process.stdout });
  const rows = [
    ...servers.flatMap(({ console }) =>
      console ? [{ name: "console", at: bold(console), about: say("start here") }] : [],
    ),
    ...servers.map(({ name, url, apiKey, apiSecret, about = "" }) => ({
      name: say(name),
      at: url,
      about: say(apiKey ? `key ${apiKey}, secret ${apiSecret}` : about),
    })),
  ];
  const wide = Math.max(...rows.map(({ at }) => stripVTControlCharacters(at).length));
  const remarks = servers.flatMap(({ name, remark }) =>
    remark ? [`  ${say(name)}: ${say(remark)}`] : [],
  );
  const aside = Math.max(0, ...tries.map(({ about }) => say(about).length));
  return [
    `${say(checked)}\n`,
    ...rows.map(({ name, at, about }) => {
      const pad = " ".repeat(wide - stripVTControlCharacters(at).length);
      return `  ${name.padEnd(14)} ${at}${about ? `${pad}   ${dim(about)}` : ""}`;
    }),
    ...(remarks.length > 0 ? ["", ...remarks] : []),
    ...(tries.length > 0 ? ["", say("Try in another terminal:")] : []),
    ...tries.map(({ about, command }) => `  ${dim(say(about).padEnd(aside))}  ${command}`),
    `\n${say("Ctrl-C stops everything.")}\n`,
  ].join("\n");
}
