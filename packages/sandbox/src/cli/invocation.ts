/** How the command line was called, for texts that are to be pasted. */
export function invocation(): string {
  if (import.meta.url.endsWith(".ts")) return "npm run -s sandbox --";
  return process.env.npm_command === "exec" ? "npx pix-sandbox" : "pix-sandbox";
}
