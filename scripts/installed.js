// Imported before the commands that need what `npm ci` installs: a sentence instead of a stack trace.
import { existsSync } from "node:fs";

if (!existsSync(new URL("../node_modules/typescript", import.meta.url))) {
  console.error("The dependencies are missing: run `npm ci` first.");
  process.exit(1);
}
