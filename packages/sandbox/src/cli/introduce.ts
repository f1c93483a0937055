import { version } from "../version.ts";
import { defaultUrl } from "./command.ts";
import { invocation } from "./invocation.ts";
import { type Output, showFields } from "./output.ts";

/** A sandbox that has just started. */
export interface Started {
  url: string;
  /** Where the state is, in words. */
  state: string;
  /** Of the first company; its secret is null where it was changed, because only its hash is stored. */
  credentials: { baseUrl: string; apiKey: string; apiSecret: string | null };
  /** Who may use the console and the control plane: every local caller, callers with the token, or none. */
  control: "open" | "token" | "off";
  /** What else is to be known. */
  remarks: string[];
}

/** The text at the start of the sandbox: its addresses, credentials and commands to try. */
export function introduce(started: Started, output: Output): string {
  const { url, credentials, control, remarks } = started;
  const bold = (text: string): string => output.style("bold", text);
  return [
    bold(`PIX sandbox ${version}: ${url}`),
    showFields(output, [
      ["state", started.state],
      ["console", consoleOf(url, control)],
    ]),
    ...remarks,
    `${bold("Credentials")} for the environment of your program (--write-env .env writes them to a file):`,
    `export ${environmentOf(credentials).join(" ")}`,
    ...(control === "off" ? [] : [`${bold("Try")} in another terminal:`, tryOut(started)]),
    "Ctrl-C stops the sandbox.\n",
  ].join("\n\n");
}

/** The environment variables that the client reads. */
export function environmentOf({ baseUrl, apiKey, apiSecret }: Started["credentials"]): string[] {
  const secret = apiSecret ?? "the-secret-that-was-set";
  return [`PIX_BASE_URL=${baseUrl}`, `PIX_API_KEY=${apiKey}`, `PIX_API_SECRET=${secret}`];
}

function consoleOf(url: string, control: Started["control"]): string {
  if (control === "off") return "off: start with --control-token to use it";
  return `${url}/_sandbox${control === "token" ? " (it asks for the control token)" : ""}`;
}

/** Commands that work when they are pasted into a shell. */
function tryOut({ url }: Started): string {
  const place = url === defaultUrl ? "" : ` --url ${url}`;
  const words = [`charge${place}`, `pay${place}`, `listen${place} --forward-to http://127.0.0.1:3000/pix`];
  return words.map((line) => `  ${invocation()} ${line}`).join("\n");
}
