import type { SentRequest } from "./exchange.ts";

/** Longest body that is shown; what is longer would hide the rest of a report. */
const longest = 4_000;

/** What stands in a report where real credentials were sent: variables of the shell. */
export const hidden = { basic: "$CREDENTIALS", token: "$TOKEN" } as const;

/** A `curl` command that repeats a request. */
export function toCurl({ method, url, headers, body }: SentRequest): string {
  const parts = [`curl -i -X ${method} ${quote(url)}`];
  for (const [name, value] of Object.entries(headers)) {
    const isHidden = name === "authorization" && Object.values(hidden).some((one) => value.endsWith(one));
    // In double quotes the shell puts the variable in.
    parts.push(`-H ${isHidden ? `"${name}: ${value}"` : quote(`${name}: ${value}`)}`);
  }
  if (body !== undefined) {
    const shown = body.length > longest ? `${body.slice(0, 200)}… (${body.length} characters)` : body;
    parts.push(`--data-raw ${quote(shown)}`);
  }
  return parts.join(" ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
